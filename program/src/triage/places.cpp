// SPDX-License-Identifier: Apache-2.0
#include "triage/places.hpp"

#include <algorithm>
#include <fstream>
#include <string>

namespace smallscope::program {

namespace {

namespace fs = std::filesystem;

/// The lines of a file, by their width in characters. A file that cannot be read has none.
std::vector<std::size_t> line_widths(const fs::path& file) {
  std::vector<std::size_t> widths;
  std::error_code failed;
  if (!fs::is_regular_file(file, failed)) return widths;
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);)
    widths.push_back(static_cast<std::size_t>(
        std::ranges::count_if(line, [](char byte) { return (static_cast<unsigned char>(byte) & 0xc0) != 0x80; })));
  return widths;
}

/// The file below the root of the sources, or an absolute path.
std::string name_below(const fs::path& file, const fs::path& root) {
  std::error_code failed;
  const fs::path whole = fs::weakly_canonical(file, failed), base = fs::weakly_canonical(root, failed);
  const fs::path relative = whole.lexically_relative(base);
  const bool is_below = !relative.empty() && *relative.begin() != "..";
  return (is_below ? relative : whole).generic_string();
}

/// A source as its compiler named it. Some builds name sources relative to the directory of the build, which nobody
/// knows any more: what follows the leading ".." is then taken for the name below the root.
std::string source_name(const fs::path& file, const fs::path& root) {
  if (file.is_absolute()) return name_below(file, root);
  fs::path name;
  for (const fs::path& part : file.lexically_normal())
    if (part != "..") name /= part;
  return name.generic_string();
}

/// Makes places in one file.
class File {
 public:
  File(std::string name, std::vector<std::size_t> widths) : name_(std::move(name)), widths_(std::move(widths)) {}
  report::Place at(std::size_t line) const {
    const std::size_t width = line >= 1 && line <= widths_.size() ? widths_[line - 1] : 0;
    return {.file = name_, .line = std::max<std::size_t>(line, 1), .end_column = std::max<std::size_t>(width, 1) + 1};
  }

 private:
  std::string name_;
  std::vector<std::size_t> widths_;
};

File file_of(const results::Store& store, const std::optional<runner::Campaign>& campaign, const fs::path& root) {
  if (campaign && !campaign->definition.file.empty()) {
    std::string name = source_name(campaign->definition.file, root);
    const fs::path file = root / name;  // an absolute name stays as it is
    return {std::move(name), line_widths(file)};
  }
  // A store is data: what it names is shown, and not read.
  const std::vector<std::string>& program = store.manifest().program;
  const bool has_specification = program.size() > 1 && is_specification(program[1]);
  return {name_below(has_specification ? fs::path(program[1]) : store.file(), root), {}};
}

/// What a cluster is about: the name of a choice, and the label if it is one value.
struct Explaining {
  std::string choice;
  std::string value;
};

/// The choice that the attribute is, or that it reads first.
std::string choice_of(const clustering::Explanation& explanation, std::size_t attribute) {
  const std::size_t own = explanation.attributes.size() - explanation.derived.size();
  if (attribute < own) {
    const clustering::Attribute& known = explanation.attributes[attribute];
    return known.in_tree ? known.in_tree->tree : known.name;
  }
  const clustering::DerivedAttribute& derived = explanation.derived[attribute - own];
  return derived.from.empty() ? "" : choice_of(explanation, derived.from.front());
}

/// Which part of the values of its attribute a condition allows: the narrowest one says most.
double share_of(const clustering::Explanation& explanation, const clustering::Literal& literal) {
  using Kind = clustering::Literal::Kind;
  if (literal.kind == Kind::between) return 0.5;
  const auto all = static_cast<double>(explanation.attributes[literal.attribute].labels.size());
  const double listed = static_cast<double>(literal.values.size()) / all;
  return literal.kind == Kind::in ? listed : 1 - listed;
}

std::optional<Explaining> explaining_choice(const StoredFindings& findings, std::size_t place) {
  const clustering::Cluster& cluster = findings.triage.clusters[place];
  if (cluster.group && findings.triage.by_causes) {
    const auto& causes = findings.triage.by_causes->causes.groups[*cluster.group].causes;
    if (!causes.empty()) {
      const auto& attribute = findings.triage.explainer->population().attributes()[causes.front().attribute];
      if (attribute.in_tree) return Explaining{attribute.in_tree->tree, attribute.in_tree->label};
      return Explaining{attribute.name, attribute.labels[causes.front().value]};
    }
  }
  if (place >= findings.explanations.size()) return std::nullopt;
  const clustering::Explanation& explanation = findings.explanations[place];
  const std::vector<clustering::Term> terms = clustering::witnessed_terms(explanation, 1);
  if (terms.empty() || terms.front().literals.empty()) return std::nullopt;
  const auto& literals = terms.front().literals;
  const auto literal = std::ranges::min_element(
      literals, {}, [&](const clustering::Literal& each) { return share_of(explanation, each); });
  Explaining explaining{choice_of(explanation, literal->attribute), ""};
  const clustering::Attribute& attribute = explanation.attributes[literal->attribute];
  if (literal->kind == clustering::Literal::Kind::in && literal->values.size() == 1 && !attribute.are_statements)
    explaining.value = attribute.labels[literal->values.front()];
  return explaining;
}

std::size_t line_of(const runner::Definition& definition, const std::optional<Explaining>& explaining) {
  if (!explaining) return definition.line;
  // A choice inside a value is named by its path; what the file has is the last name of it: `left` of `sum/left`.
  std::string_view path = explaining->choice;
  auto choice = definition.choices.find(std::string(path));
  while (choice == definition.choices.end() && !path.empty()) {
    const std::size_t slash = path.rfind('/');
    const std::string_view last = slash == std::string_view::npos ? path : path.substr(slash + 1);
    choice = definition.choices.find(std::string(last.substr(0, last.find('['))));
    path = slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
  }
  if (choice == definition.choices.end()) return definition.line;
  const auto value = choice->second.values.find(explaining->value);
  return value == choice->second.values.end() ? choice->second.line : value->second;
}

}  // namespace

report::Place campaign_place(const results::Store& store, const std::optional<runner::Campaign>& campaign,
                             const fs::path& root) {
  return file_of(store, campaign, root).at(campaign ? campaign->definition.line : 1);
}

std::vector<report::Place> places_of(const results::Store& store, const std::optional<runner::Campaign>& campaign,
                                     const StoredFindings& findings, const fs::path& root) {
  const File file = file_of(store, campaign, root);
  std::vector<report::Place> places;
  for (std::size_t i = 0; i < findings.triage.clusters.size(); ++i)
    places.push_back(file.at(campaign ? line_of(campaign->definition, explaining_choice(findings, i)) : 1));
  return places;
}

}  // namespace smallscope::program
