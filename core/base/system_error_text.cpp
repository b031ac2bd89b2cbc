// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/system_error_text.h"

#include <cctype>
#include <cerrno>
#include <system_error>

namespace headscope::core {

std::string systemErrorText(int error) {
    switch (error) {
        case ENOENT:
        case ENOTDIR:
            return "there is no such folder";
        case EACCES:
        case EPERM:
            return "permission denied";
        case ENOSPC:
        case EDQUOT:
            return "the disk is full";
        case EROFS:
            return "the disk is read-only";
        case EISDIR:
            return "it is a folder";
        case ENAMETOOLONG:
            return "the name is too long";
        case EMFILE:
        case ENFILE:
            return "too many files are open";
    }
    std::string text = std::generic_category().message(error);
    if (!text.empty()) text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
    return text;
}

}  // namespace headscope::core
