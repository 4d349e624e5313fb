#include "CHandsetPhoneNumber.h"

#include <cstring>
#include <string>

#include <phonenumbers/logger.h>
#include <phonenumbers/phonenumber.pb.h>
#include <phonenumbers/phonenumberutil.h>
#include <phonenumbers/shortnumberinfo.h>

using i18n::phonenumbers::NullLogger;
using i18n::phonenumbers::PhoneNumber;
using i18n::phonenumbers::PhoneNumberUtil;
using i18n::phonenumbers::ShortNumberInfo;

namespace {

/// The library's own logger writes what it cannot parse to the standard output.
PhoneNumberUtil &util() {
    static PhoneNumberUtil *const shared = [] {
        PhoneNumberUtil *util = PhoneNumberUtil::GetInstance();
        util->SetLogger(new NullLogger);  // which the library then owns
        return util;
    }();
    return *shared;
}

/// Reads its metadata when it is made, and lives as long as the process.
const ShortNumberInfo &short_numbers() {
    util();
    static const ShortNumberInfo *const shared = new ShortNumberInfo;
    return *shared;
}

bool put(const std::string &text, char *place, size_t capacity) {
    if (capacity == 0 || text.size() >= capacity) return false;
    std::memcpy(place, text.data(), text.size());
    place[text.size()] = 0;
    return true;
}

/// A number from its parts, its leading zeros kept.
bool make(int32_t calling_code, const char *national, PhoneNumber *number) {
    const size_t length = std::strlen(national);
    if (length == 0 || length > 19) return false;
    uint64_t value = 0;
    for (size_t index = 0; index < length; index++) {
        if (national[index] < '0' || national[index] > '9') return false;
        value = value * 10 + static_cast<uint64_t>(national[index] - '0');
    }
    size_t zeros = std::strspn(national, "0");
    if (zeros == length) zeros = length - 1;
    number->set_country_code(calling_code);
    number->set_national_number(value);
    if (zeros > 0) {
        number->set_italian_leading_zero(true);
        if (zeros > 1) number->set_number_of_leading_zeros(static_cast<int32_t>(zeros));
    }
    return true;
}

}  // namespace

bool handset_number_parse(const char *digits, size_t length, const char *region, handset_number *result) try {
    *result = handset_number{};
    PhoneNumber number;
    if (util().ParseAndKeepRawInput(std::string(digits, length), region ? region : "ZZ", &number)
        != PhoneNumberUtil::NO_PARSING_ERROR)
        return false;
    std::string text;
    util().GetNationalSignificantNumber(number, &text);
    if (!put(text, result->national, sizeof result->national)) return false;
    result->calling_code = number.country_code();
    result->is_international = number.country_code_source() != PhoneNumber::FROM_DEFAULT_COUNTRY;
    result->is_valid = util().IsValidNumber(number);
    switch (util().IsPossibleNumberWithReason(number)) {
    case PhoneNumberUtil::IS_POSSIBLE: result->possibility = HANDSET_NUMBER_POSSIBLE; break;
    case PhoneNumberUtil::IS_POSSIBLE_LOCAL_ONLY: result->possibility = HANDSET_NUMBER_LOCAL_ONLY; break;
    default: result->possibility = HANDSET_NUMBER_IMPOSSIBLE; break;
    }
    if (result->is_valid) {
        util().GetRegionCodeForNumber(number, &text);
        if (!put(text, result->region, sizeof result->region)) return false;
    }
    result->is_short =
        region && !result->is_international && short_numbers().IsValidShortNumberForRegion(number, region);
    return true;
} catch (...) {
    return false;
}

size_t handset_number_format(int32_t calling_code, const char *national, int32_t style, char *text, size_t capacity) try {
    PhoneNumber number;
    if (!make(calling_code, national, &number)) return 0;
    PhoneNumberUtil::PhoneNumberFormat format = PhoneNumberUtil::E164;
    if (style == HANDSET_NUMBER_INTERNATIONAL) format = PhoneNumberUtil::INTERNATIONAL;
    if (style == HANDSET_NUMBER_NATIONAL) format = PhoneNumberUtil::NATIONAL;
    std::string formatted;
    util().Format(number, format, &formatted);
    return put(formatted, text, capacity) ? formatted.size() : 0;
} catch (...) {
    return 0;
}

int32_t handset_number_calling_code(const char *region) try {
    return util().GetCountryCodeForRegion(region);
} catch (...) {
    return 0;
}

void handset_number_main_region(int32_t calling_code, char region[4]) try {
    region[0] = 0;
    std::string text;
    util().GetRegionCodeForCountryCode(calling_code, &text);
    if (text != "ZZ") put(text, region, 4);
} catch (...) {
    region[0] = 0;
}

bool handset_number_is_emergency(const char *digits, const char *region) try {
    return short_numbers().IsEmergencyNumber(digits, region);
} catch (...) {
    return false;
}

bool handset_number_connects_to_emergency(const char *digits, const char *region) try {
    return short_numbers().ConnectsToEmergencyNumber(digits, region);
} catch (...) {
    return false;
}
