"""`sightline devices`: what `simulate --device` knows."""


def test_phones_are_listed_with_what_they_do_and_where_it_is_published(sightline):
    devices = {device["name"]: device for device in sightline("devices", "--json").json["devices"]}
    phones = [device for device in devices.values() if device["isPhone"]]
    assert len(phones) >= 24 and all(phone["source"] and phone["parts"] for phone in phones)
    assert devices["honor-v10"]["readoutMilliseconds"] == 20.68 and devices["phone"]["effects"] == []
    text = sightline("devices").stdout
    assert all(f"{name}: " in text for name in devices) and "optical stabilisation" in text


def test_a_device_that_is_not_known_is_wrong_usage(sightline, tmp_path):
    refused = sightline("simulate", "room", "--device", "toaster", "--output", tmp_path / "no", status=64)
    assert "toaster" in refused.stderr and not (tmp_path / "no").exists()
