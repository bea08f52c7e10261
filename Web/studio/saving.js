// Files that are made here and saved where the person chooses.

/** Offers bytes or a blob as a file to save. */
export function save(content, name, type) {
    const blob = content instanceof Blob ? content : new Blob([content], { type });
    const url = URL.createObjectURL(blob);
    Object.assign(document.createElement("a"), { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A table as CSV: the names of the columns, then a line for each row; a row that lacks a column has an empty field there. */
export function csvText(columns, rows) {
    const lines = rows.map((row) => columns.map((column) => quoted(row[column] ?? "")).join(","));
    return [columns.join(","), ...lines].join("\n") + "\n";
}

/** Quotes a field if necessary, and prevents a spreadsheet from reading it as a formula. */
function quoted(value) {
    const text = typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
