"""The studio's API as it is described: a valid document, and a server that answers every operation as the document says."""
import pytest
import requests

validator = pytest.importorskip("openapi_spec_validator")
METHODS = ("get", "post", "put", "patch", "delete")


@pytest.fixture(scope="module")
def document(studio):
    answer = requests.get(f"{studio}api/openapi.json", timeout=10)
    assert answer.headers["content-type"].startswith("application/json")
    return answer.json()


def test_the_document_is_valid(document):
    validator.validate(document)


def test_every_operation_answers_as_described(studio, document):
    """Without credentials and with an empty body; an address that the server did not know would answer without a fault's code."""
    for path, operations in document["paths"].items():
        address = studio.rstrip("/") + path.format(room="no-such-room", id="0", member="0", file="events.jsonl")
        for method in METHODS:
            if method not in operations:
                continue
            answer = requests.request(method, address, json={}, timeout=10)
            told = f"{method} {path}: {answer.status_code} {answer.text[:200]}"
            assert str(answer.status_code) in operations[method]["responses"], told
            fault = answer.json()["error"]
            assert fault["code"] and fault["message"].endswith("."), told
            assert answer.status_code in (400, 401, 403, 404), told
