// filePath, file_path, file-path, "file_path" and `file path ` are one key written in five styles.
#pragma once

#include <string>
#include <string_view>

namespace argwright::tool {

// Letters and digits of the key, lower-cased; equal for two keys that differ only in style.
std::string fold_key(std::string_view key);

}  // namespace argwright::tool
