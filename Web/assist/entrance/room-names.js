// Names for rooms that are easy to spell over a telephone: three words and four digits, one of 8 · 10¹⁰.

const words = (
    "acorn alder amber anchor apple arrow aspen autumn badger bamboo basil beacon berry birch bison bonsai breeze bridge bright brook butter button "
    + "cactus calm camel candle canoe canyon carrot castle cedar cherry cinder citrus clay clever cliff cloud clover cobalt coconut comet copper coral cotton "
    + "crane crater creek cricket crystal daisy dawn delta desert dolphin dragon dune eagle early ember engine falcon feather fern ferry field fjord "
    + "flint forest fossil fountain fox garden garnet gentle ginger glacier glad golden granite grape harbor hazel heron hill honey island ivory jade "
    + "jasmine jolly juniper kettle kind kite koala lagoon lantern laurel lemon lilac lily linen lively lotus lucky lunar magnet mango maple marble "
    + "meadow melon merry meteor mint moss mountain nectar noble north nutmeg oak oasis ocean olive onyx orange orchard orchid otter panda paper "
    + "parrot peach pearl pebble pepper piano pine planet plum pocket polar pond poppy prairie proud puffin quartz quick quiet rabbit raven reef "
    + "ribbon river robin rocket saffron sage salmon sand sail shell shore silent silver sky snow solar south sparrow spring spruce stone storm "
    + "summer sunny swan swift temple thistle thunder tiger timber tulip tundra turtle valley velvet violet walnut warm water willow wind winter wise wolf"
).split(" ");

/** Another room's name, as `maple-quiet-otter-4821`. */
export function proposeRoomName() {
    const random = crypto.getRandomValues(new Uint32Array(4));
    const chosen = Array.from(random.slice(0, 3), (value) => words[value % words.length]);
    return [...chosen, String(random[3] % 10_000).padStart(4, "0")].join("-");
}
