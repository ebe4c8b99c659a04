// SPDX-License-Identifier: Apache-2.0
// Data inside the page: gzip in base64, so that it is small and cannot be read as markup. browser/data.js unpacks it.
#pragma once

#include <string>
#include <string_view>

#include <smallscope/report/json.hpp>

#include "page/html.hpp"

namespace smallscope::report::page {

/// gzip in base64. The same text gives the same bytes.
std::string packed(std::string_view text);
/// The element that holds packed data under this id.
Markup data_element(std::string_view id, const std::string& packed);
/// The text of any origin as a JSON string, made visible.
Json shown_json(std::string_view text);

}  // namespace smallscope::report::page
