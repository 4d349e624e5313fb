#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What Handset asks of libphonenumber, which is C++. Nothing here throws, logs or keeps a pointer that it was given;
/// every function may be called on any thread.

#ifdef __cplusplus
extern "C" {
#endif

/// How a number's length fits those of its country.
enum {
    HANDSET_NUMBER_IMPOSSIBLE = 0,
    HANDSET_NUMBER_POSSIBLE = 1,
    /// The number lacks its area code.
    HANDSET_NUMBER_LOCAL_ONLY = 2,
};

enum {
    HANDSET_NUMBER_E164 = 0,
    HANDSET_NUMBER_INTERNATIONAL = 1,
    HANDSET_NUMBER_NATIONAL = 2,
};

typedef struct {
    int32_t calling_code;
    /// The national significant number, its leading zeros included.
    char national[24];
    /// The country that the number was given to, "001" for none in particular; empty when that is not known.
    char region[4];
    int32_t possibility;
    bool is_valid;
    /// Whether it was written with its calling code.
    bool is_international;
    /// Whether it is a short number of the region that was named.
    bool is_short;
} handset_number;

/// Reads a `+` and digits, or digits as they are dialled in `region`, of which NULL is none.
bool handset_number_parse(const char *digits, size_t length, const char *region, handset_number *number);

/// Writes the number and its terminating NUL; 0 when there is no room, otherwise its length.
size_t handset_number_format(int32_t calling_code, const char *national, int32_t style, char *text, size_t capacity);

/// The calling code of a region, 0 where there is none.
int32_t handset_number_calling_code(const char *region);

/// The main region of a calling code: its name, or an empty string.
void handset_number_main_region(int32_t calling_code, char region[4]);

/// Whether the very digits are an emergency number of the region.
bool handset_number_is_emergency(const char *digits, const char *region);

/// Whether the digits reach an emergency service of the region: more digits may follow where its networks allow them.
bool handset_number_connects_to_emergency(const char *digits, const char *region);

#ifdef __cplusplus
}
#endif
