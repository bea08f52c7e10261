#include "cbluetooth.h"

#ifdef __linux__

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#define BLUETOOTH_PROTOCOL_HCI 1
#define HCI_CHANNEL_USER 1
#define HCI_MAXIMUM_DEVICES 16

struct hci_address {
    sa_family_t family;
    unsigned short device;
    unsigned short channel;
};

struct hci_device_list {
    uint16_t count;
    struct {
        uint16_t index;
        uint32_t options;
    } devices[HCI_MAXIMUM_DEVICES];
};

#define HCI_DEVICE_UP _IOW('H', 201, int)
#define HCI_DEVICE_DOWN _IOW('H', 202, int)
#define HCI_DEVICE_LIST _IOR('H', 210, int)

static int open_raw(void) {
    int descriptor = socket(AF_BLUETOOTH, SOCK_RAW | SOCK_CLOEXEC, BLUETOOTH_PROTOCOL_HCI);
    return descriptor < 0 ? -errno : descriptor;
}

int cbluetooth_open_user_channel(unsigned short index) {
    int descriptor = open_raw();
    if (descriptor < 0) return descriptor;
    struct hci_address address;
    memset(&address, 0, sizeof address);
    address.family = AF_BLUETOOTH;
    address.device = index;
    address.channel = HCI_CHANNEL_USER;
    if (bind(descriptor, (struct sockaddr *)&address, sizeof address) < 0) {
        int failure = -errno;
        close(descriptor);
        return failure;
    }
    return descriptor;
}

int cbluetooth_set_power(unsigned short index, int up) {
    int descriptor = open_raw();
    if (descriptor < 0) return descriptor;
    int result = ioctl(descriptor, up ? HCI_DEVICE_UP : HCI_DEVICE_DOWN, (unsigned long)index) < 0 ? -errno : 0;
    close(descriptor);
    return result;
}

int cbluetooth_list_adapters(unsigned short *indices, int capacity) {
    int descriptor = open_raw();
    if (descriptor < 0) return descriptor;
    struct hci_device_list list;
    memset(&list, 0, sizeof list);
    list.count = HCI_MAXIMUM_DEVICES;
    int result = ioctl(descriptor, HCI_DEVICE_LIST, &list) < 0 ? -errno : list.count;
    close(descriptor);
    for (int i = 0; i < result && i < capacity; i++) indices[i] = list.devices[i].index;
    return result < capacity ? result : capacity;
}

#endif
