// The browser's client of channels: `new Channels({ key })`. docs/tools/channels.md describes it.

export { Channel, ChannelRefusal, Channels } from "./channels/channels.js";
