"""`codes.js`: codes in an image, read by WebAssembly in the page as by the command natively."""
import base64
import json
import subprocess

import cv2
import numpy
import pytest
import segno
from conftest import PROGRAM


def test_a_picture_with_two_codes_is_read_as_natively(chromium, studio, tmp_path):
    whole = numpy.full((360, 640), 230, numpy.uint8)
    for text, left in (("https://studio.local/assist/?room=pump-house#invite=äöü", 40), ("0123456789", 380)):
        modules = numpy.array([list(row) for row in segno.make(text, micro=False, error="m").matrix])
        drawn = numpy.kron(numpy.where(modules, 20, 230).astype(numpy.uint8), numpy.ones((6, 6), numpy.uint8))
        whole[60:60 + len(drawn), left:left + len(drawn)] = drawn
    png = tmp_path / "codes.png"
    cv2.imwrite(str(png), whole)
    page = chromium.new_page()
    page.goto(f"{studio}track/")
    read = page.evaluate("""async (data) => {
        const { detectCodes } = await import("/sightline/codes.js");
        const picture = await createImageBitmap(new Blob([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))]));
        return (await detectCodes(picture)).map(({ kind, text, corners }) => ({ kind, text, corners }));
    }""", base64.b64encode(png.read_bytes()).decode())
    native = json.loads(subprocess.run([PROGRAM, "codes", png, "--json"], capture_output=True, check=True).stdout)
    page.close()
    by_text = {code["text"]: code for code in native["codes"]}
    assert sorted(code["text"] for code in read) == sorted(by_text) == ["0123456789", "https://studio.local/assist/?room=pump-house#invite=äöü"]
    for code in read:
        assert code["kind"] == "qr"
        assert numpy.abs(numpy.array(code["corners"]) - by_text[code["text"]]["corners"]).max() < 0.01


def test_a_reader_that_cannot_be_loaded_is_said(chromium, studio):
    page = chromium.new_page()
    page.add_init_script("delete globalThis.BarcodeDetector")
    page.route("**/codes*.wasm", lambda route: route.abort())
    page.goto(f"{studio}track/")
    with pytest.raises(Exception, match="Failed to fetch|codes"):
        page.evaluate("""async () => (await import("/sightline/codes.js")).detectCodes(new ImageData(64, 64))""")
    page.close()
