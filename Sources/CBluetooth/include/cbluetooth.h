#ifndef CBLUETOOTH_H
#define CBLUETOOTH_H

/* The few Linux calls of the HCI user channel that Swift cannot make: an address family without a Swift overlay, and
   requests whose numbers are macros. Every function returns a descriptor or zero, or the negated errno. */

#ifdef __linux__

/* Opens the user channel of adapter `index` (0 for hci0) and takes the adapter exclusively. */
int cbluetooth_open_user_channel(unsigned short index);

/* Switches adapter `index` off (up = 0) or on; the user channel wants it off. */
int cbluetooth_set_power(unsigned short index, int up);

/* Fills `indices` with the adapters that exist and returns their number. */
int cbluetooth_list_adapters(unsigned short *indices, int capacity);

#endif
#endif
