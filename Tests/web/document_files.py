"""Files of documents that tests give to pages."""


def pdf(pages):
    """A PDF document with the drawings of its pages, 200 × 100 points each."""
    kids = " ".join(f"{3 + 2 * page} 0 R" for page in range(len(pages)))
    parts = ["<</Type/Catalog/Pages 2 0 R>>", f"<</Type/Pages/Kids[{kids}]/Count {len(pages)}>>"]
    for page, drawing in enumerate(pages):
        parts.append(f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents {4 + 2 * page} 0 R/Resources<<>>>>")
        parts.append(f"<</Length {len(drawing)}>>stream\n{drawing}\nendstream")
    text, starts = "%PDF-1.4\n", []
    for number, part in enumerate(parts, 1):
        starts.append(len(text))
        text += f"{number} 0 obj\n{part}\nendobj\n"
    table = "".join(f"{start:010d} 00000 n \n" for start in starts)
    return f"{text}xref\n0 {len(parts) + 1}\n0000000000 65535 f \n{table}trailer<</Size {len(parts) + 1}/Root 1 0 R>>\nstartxref\n{len(text)}\n%%EOF\n".encode()
