"""The home page: what a person is offered first, and the images of the tools."""
from waiting import until


def test_a_computer_is_offered_the_recorded_room_first_and_a_phone_its_camera(page, studio):
    page.goto(studio)
    until(page, "!document.getElementById('sample').hidden")
    main = page.locator(".actions .main")
    assert main.count() == 1
    assert main.inner_text() == ("Measure something" if page.size == "phone" else "Try it with a recorded room")
    page.click("#sample")
    page.wait_for_url("**/measure/?recording=*")
    page.wait_for_selector("#play:not([disabled])")
    assert page.evaluate("document.getElementById('recordings').selectedOptions[0].textContent") in page.url


def test_every_tool_has_a_picture_that_loads_and_is_described(page, studio):
    page.goto(studio)
    pictures = page.locator(".tool img")
    assert pictures.count() == 7
    for picture in pictures.all():
        picture.scroll_into_view_if_needed()
        assert len(picture.get_attribute("alt")) > 20
    until(page, "[...document.querySelectorAll('.tool img')].every((image) => image.complete && image.naturalWidth === 640)")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
