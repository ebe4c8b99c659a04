// How a store comes to be: its tables, its manifest, and what is checked when one is opened.

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>

#include "database.hpp"

namespace smallscope::results {

namespace {

namespace fs = std::filesystem;

constexpr const char* schema = R"sql(
CREATE TABLE manifest(key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE verdicts(number INTEGER PRIMARY KEY, name TEXT NOT NULL, failing INTEGER NOT NULL) STRICT;
CREATE TABLE passes(
  id INTEGER PRIMARY KEY, level INTEGER NOT NULL, "order" TEXT NOT NULL, jump_limit INTEGER NOT NULL,
  seed INTEGER NOT NULL, size INTEGER NOT NULL, repeat INTEGER NOT NULL, "begin" INTEGER NOT NULL,
  "end" INTEGER NOT NULL, done INTEGER NOT NULL, executed INTEGER NOT NULL, seconds REAL NOT NULL,
  strength INTEGER NOT NULL DEFAULT 2, factors TEXT NOT NULL DEFAULT '[]') STRICT;
CREATE TABLE cases(
  id INTEGER PRIMARY KEY, level INTEGER NOT NULL, ordinal INTEGER NOT NULL, test INTEGER NOT NULL,
  verdict INTEGER NOT NULL, first_verdict INTEGER NOT NULL, seconds REAL NOT NULL, judgements TEXT NOT NULL,
  choices TEXT NOT NULL, input TEXT NOT NULL, observed TEXT NOT NULL, reproduction TEXT NOT NULL) STRICT;
CREATE UNIQUE INDEX cases_by_key ON cases(level, ordinal < 0, ordinal);
CREATE INDEX cases_by_test ON cases(test, level, ordinal < 0, ordinal);
CREATE INDEX cases_by_verdict ON cases(verdict);
CREATE TABLE attempts(
  id INTEGER PRIMARY KEY, level INTEGER NOT NULL, ordinal INTEGER NOT NULL, kind TEXT NOT NULL,
  verdict INTEGER NOT NULL, seconds REAL NOT NULL, judgements TEXT NOT NULL) STRICT;
CREATE INDEX attempts_by_key ON attempts(level, ordinal);
CREATE TABLE discards(
  level INTEGER NOT NULL, kind INTEGER NOT NULL, chunk INTEGER NOT NULL, part INTEGER NOT NULL,
  count INTEGER NOT NULL, bitmap BLOB NOT NULL, PRIMARY KEY(level, kind, chunk, part)) STRICT;
CREATE TABLE first_failure(
  one INTEGER PRIMARY KEY CHECK(one = 1), level INTEGER NOT NULL, ordinal INTEGER NOT NULL, tests INTEGER NOT NULL, seconds REAL NOT NULL,
  measured INTEGER NOT NULL) STRICT;
)sql";

// What format 2 has more than format 1, but for columns.
constexpr const char* unmerging_schema = R"sql(
CREATE TABLE unmergings(
  id INTEGER PRIMARY KEY, level INTEGER NOT NULL, ordinal INTEGER NOT NULL, ending TEXT NOT NULL,
  probes INTEGER NOT NULL, seconds REAL NOT NULL, UNIQUE(level, ordinal)) STRICT;
CREATE TABLE parts(
  id INTEGER PRIMARY KEY, unmerging INTEGER NOT NULL REFERENCES unmergings(id), selection TEXT NOT NULL,
  level INTEGER NOT NULL, ordinal INTEGER NOT NULL, test INTEGER NOT NULL, verdict INTEGER NOT NULL,
  seconds REAL NOT NULL, judgements TEXT NOT NULL, choices TEXT NOT NULL, input TEXT NOT NULL, observed TEXT NOT NULL,
  reproduction TEXT NOT NULL) STRICT;
CREATE INDEX parts_by_unmerging ON parts(unmerging);
CREATE INDEX parts_by_key ON parts(level, ordinal);
)sql";

// What format 3 has more than format 2. A tally counts the judgements of an oracle by their verdict; a reason is what was
// said of rejected and refused inputs, with their number and the least of them.
constexpr const char* judging_schema = R"sql(
CREATE TABLE tallies(
  level INTEGER NOT NULL, oracle TEXT NOT NULL, verdict INTEGER NOT NULL, inputs INTEGER NOT NULL,
  PRIMARY KEY(level, oracle, verdict)) STRICT, WITHOUT ROWID;
CREATE TABLE reasons(
  level INTEGER NOT NULL, verdict INTEGER NOT NULL, oracle TEXT NOT NULL, messages TEXT NOT NULL,
  inputs INTEGER NOT NULL, ordinal INTEGER NOT NULL, PRIMARY KEY(level, verdict, oracle, messages))
  STRICT, WITHOUT ROWID;
)sql";

/// Makes a store of format 1 one of format 2, with unmerging_schema.
constexpr const char* upgrade = R"sql(
ALTER TABLE passes ADD COLUMN strength INTEGER NOT NULL DEFAULT 2;
ALTER TABLE passes ADD COLUMN factors TEXT NOT NULL DEFAULT '[]';
ALTER TABLE first_failure ADD COLUMN level INTEGER NOT NULL DEFAULT 0;
)sql";

/// Shows a reader a store of format 2 as one of format 3, without a change of the file.
constexpr const char* judging_view = R"sql(
CREATE TEMP TABLE tallies(level, oracle, verdict, inputs);
CREATE TEMP TABLE reasons(level, verdict, oracle, messages, inputs, ordinal);
)sql";

/// Shows a reader a store of format 1 as one of format 2, without a change of the file.
constexpr const char* upgraded_view = R"sql(
CREATE TEMP VIEW passes AS SELECT *, 2 AS strength, '[]' AS factors FROM main.passes;
CREATE TEMP VIEW first_failure AS SELECT *, 0 AS level FROM main.first_failure;
CREATE TEMP TABLE unmergings(id, level, ordinal, ending, probes, seconds);
CREATE TEMP TABLE parts(id, unmerging, selection, level, ordinal, test, verdict, seconds, judgements, choices, input,
  observed, reproduction);
)sql";

void write_manifest(const Connection& connection, const Manifest& manifest) {
  Statement insert(connection, "INSERT INTO manifest(key, value) VALUES(?, ?)");
  const auto add = [&](std::string_view key, std::string_view value) { insert.execute(key, value); };
  add("campaign", manifest.campaign);
  add("description", manifest.description);
  add("population", manifest.fingerprint.population);
  add("subject", manifest.fingerprint.subject);
  add("oracles", manifest.fingerprint.oracles);
  add("oracle names", to_json(manifest.oracles));
  add("occasional oracles", to_json(manifest.occasional));
  add("inputs", std::to_string(manifest.inputs));
  add("structure", manifest.structure);
  add("summary", manifest.summary);
  add("program", to_json(manifest.program));
  add("masks", to_json(manifest.masks));
  add("presets", to_json(manifest.presets));
  add("rules", to_json(manifest.rules));
}

Manifest read_manifest(const Connection& connection) {
  std::map<std::string, std::string, std::less<>> values;
  Statement select(connection, "SELECT key, value FROM manifest");
  for (Rows rows = select.rows(); rows.next();) values.emplace(rows.text(0), rows.text(1));
  const auto value = [&](std::string_view key) -> const std::string& {
    const auto found = values.find(key);
    if (found == values.end()) connection.damaged(fmt::format("the manifest has no `{}`", key));
    return found->second;
  };
  const auto since_format_3 = [&](std::string_view key) {
    const auto found = values.find(key);
    return found == values.end() ? Texts() : texts_from_json(found->second);
  };
  try {
    Manifest manifest{.campaign = value("campaign"),
                      .description = value("description"),
                      .fingerprint = {value("population"), value("subject"), value("oracles")},
                      .oracles = since_format_3("oracle names"),
                      .occasional = since_format_3("occasional oracles"),
                      .inputs = 0,
                      .structure = value("structure"),
                      .summary = value("summary"),
                      .program = texts_from_json(value("program")),
                      .masks = texts_from_json(value("masks")),
                      .presets = texts_from_json(value("presets")),
                      .rules = pairs_from_json(value("rules"))};
    const std::string& inputs = value("inputs");
    const auto [end, error] = std::from_chars(inputs.data(), inputs.data() + inputs.size(), manifest.inputs);
    if (error != std::errc{} || end != inputs.data() + inputs.size())
      connection.damaged(fmt::format("`{}` is not a number of inputs", inputs));
    return manifest;
  } catch (const BadJson& error) {
    connection.damaged(error.what());
  }
}

/// Those that are not there yet.
void write_verdicts(const Connection& connection) {
  Statement insert(connection, "INSERT INTO verdicts(number, name, failing) VALUES(?, ?, ?) ON CONFLICT DO NOTHING");
  for (int number = 0; number < oracles::verdict_count; ++number) {
    const auto verdict = static_cast<Verdict>(number);
    insert.execute(number, oracles::name(verdict), oracles::is_failing(verdict));
  }
}

/// Makes the tables of a new store, all or nothing.
void fill(const Connection& connection, const Manifest& manifest) {
  Transaction transaction(connection);
  connection.execute(schema);
  connection.execute(unmerging_schema);
  connection.execute(judging_schema);
  connection.execute(
      fmt::format("PRAGMA application_id={}; PRAGMA user_version={}", application_id, format_version).c_str());
  write_verdicts(connection);
  write_manifest(connection, manifest);
  transaction.commit();
}

std::string as_uri(const fs::path& file, std::string_view parameters) {
  std::string uri = "file:";
  for (const char c : fs::absolute(file).string()) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) || c == '/' || c == '.' || c == '_' || c == '-')
      uri += c;
    else
      uri += fmt::format("%{:02X}", byte);
  }
  return fmt::format("{}?{}", uri, parameters);
}

/// Whether changes wait beside the file, from a writer that is running or was killed.
bool has_pending_log(const fs::path& file) {
  std::error_code error;
  const auto size = fs::file_size(file.string() + "-wal", error);
  return !error && size > 0;
}

fs::path directory_of(const fs::path& file) { return file.has_parent_path() ? file.parent_path() : fs::path("."); }

/// Whether the file and its directory, where the log lies, may be written.
bool is_writable(const fs::path& file) {
  return access(file.c_str(), W_OK) == 0 && access(directory_of(file).c_str(), W_OK) == 0;
}

[[noreturn]] void reject(const fs::path& file, const std::string& reason, const std::string& remedy) {
  throw StoreError(fmt::format("store {}: {}; {}", file.string(), reason, remedy));
}

/// Finds what SQLite itself would not, or only later.
void check_file(const fs::path& file) {
  std::error_code error;
  const auto status = fs::status(file, error);
  if (status.type() == fs::file_type::not_found)
    reject(file, "there is no such file", "run the campaign with --store to make one");
  if (error) reject(file, error.message(), "check the path and its permissions");
  if (fs::is_directory(status)) reject(file, "this is a directory", "name a file in it");
  std::array<unsigned char, 100> header{};
  std::ifstream stream(file, std::ios::binary);
  if (!stream) reject(file, "cannot be read", "check its permissions");
  stream.read(reinterpret_cast<char*>(header.data()), header.size());
  if (stream.gcount() == 0) reject(file, "the file is empty, not a store", "remove it or name another file");
  if (stream.gcount() < 100 || std::string_view(reinterpret_cast<char*>(header.data()), 15) != "SQLite format 3")
    reject(file, "this is not a store", "name a file that a run has written");
  // While a log is pending, a checkpoint may have been cut short: then the log completes the file.
  if (has_pending_log(file)) return;
  const auto number = [&](std::size_t at, int bytes) {
    std::uintmax_t value = 0;
    for (int i = 0; i < bytes; ++i) value = value << 8 | header[at + static_cast<std::size_t>(i)];
    return value;
  };
  const auto page_size = number(16, 2) == 1 ? 65'536 : number(16, 2);
  const auto expected = page_size * number(28, 4);
  const auto actual = fs::file_size(file, error);
  if (!error && actual < expected)
    reject(file, fmt::format("the file is damaged: it has {} bytes of {}", actual, expected),
           "use a copy, or save what can be read with `sqlite3 FILE .recover`");
}

/// The version of its format, which this program knows.
std::int64_t checked_format(const Connection& connection) {
  const fs::path& file = connection.file();
  if (connection.integer("PRAGMA application_id") != application_id)
    reject(file, "this is an SQLite database but not a store", "name a file that a run has written");
  const std::int64_t version = connection.integer("PRAGMA user_version");
  if (version > format_version)
    reject(file, fmt::format("the store has format {}, this program knows format {}", version, format_version),
           "use a newer smallscope");
  return version;
}

void upgrade_to_current(const Connection& connection) {
  Transaction transaction(connection);
  const std::int64_t format = checked_format(connection);
  if (format == format_version) return;  // another program has just done it
  if (format == 1) {
    connection.execute(upgrade);
    connection.execute(unmerging_schema);
  }
  connection.execute(judging_schema);
  write_verdicts(connection);
  connection.execute(fmt::format("PRAGMA user_version={}", format_version).c_str());
  transaction.commit();
}

/// Gives the finished store its name, unless there is such a file by now.
void publish(const fs::path& unfinished, const fs::path& file) {
  std::error_code error;
  fs::create_hard_link(unfinished, file, error);
  if (error == std::errc::file_exists)
    throw StoreExists(
        fmt::format("store {}: another process has just made it; continue it with --resume", file.string()));
  if (error) fs::rename(unfinished, file, error);  // a file system without hard links
  if (error) reject(file, fmt::format("cannot be created: {}", error.message()), "check its directory");
  fs::remove(unfinished, error);
  const int directory = ::open(directory_of(file).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0) return;
  fsync(directory);
  close(directory);
}

}  // namespace

std::unique_ptr<Store::Database> Store::Database::create(const fs::path& file, const Manifest& manifest) {
  std::error_code error;
  if (fs::is_directory(file, error)) reject(file, "this is a directory", "name a file in it");
  if (fs::exists(fs::symlink_status(file, error)))
    throw StoreExists(fmt::format("store {}: the file exists already; continue it with --resume, or name another file",
                                  file.string()));
  if (file.has_parent_path()) {
    fs::create_directories(file.parent_path(), error);
    if (error) reject(file, fmt::format("cannot make its directory: {}", error.message()), "name a file elsewhere");
  }
  if (access(directory_of(file).c_str(), W_OK) != 0)
    reject(file, fmt::format("its directory cannot be written: {}", std::strerror(errno)),
           "make it writable, or name a file elsewhere");
  // A store appears whole under its name, or not at all.
  const fs::path unfinished = file.string() + fmt::format(".new-{}", getpid());
  struct Removal {
    const fs::path& file;
    ~Removal() {
      std::error_code ignored;
      for (const char* suffix : {"", "-wal", "-shm", "-journal"}) fs::remove(file.string() + suffix, ignored);
    }
  } removal{unfinished};
  try {
    const Connection connection(unfinished.string(), SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, unfinished);
    connection.execute("PRAGMA page_size=4096; PRAGMA synchronous=FULL");
    fill(connection, manifest);
    connection.execute("PRAGMA journal_mode=WAL");
  } catch (const StoreError& failure) {
    // The message speaks of the store that was asked for.
    std::string text = failure.what();
    if (const auto at = text.find(unfinished.string()); at != std::string::npos)
      text.replace(at, unfinished.string().size(), file.string());
    throw StoreError(text);
  }
  publish(unfinished, file);
  return open(file, Access::write);
}

std::unique_ptr<Store::Database> Store::Database::create_in_memory(const Manifest& manifest) {
  auto connection = std::make_unique<Connection>(":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, fs::path());
  fill(*connection, manifest);
  return std::make_unique<Database>(std::move(connection), Access::write, manifest);
}

std::unique_ptr<Store::Database> Store::Database::open(const fs::path& file, Access access) {
  check_file(file);
  const bool writes = access == Access::write;
  const auto opened = [&](const std::string& name, int flags) {
    auto connection = std::make_unique<Connection>(name, flags, file);
    const std::int64_t format = checked_format(*connection);
    connection->execute("PRAGMA temp_store=MEMORY");  // first: it drops what is temporary
    if (format < format_version && writes) {
      upgrade_to_current(*connection);
    } else if (format < format_version) {
      if (format == 1) connection->execute(upgraded_view);
      connection->execute(judging_view);
    }
    connection->execute(writes ? "PRAGMA journal_size_limit=67108864" : "PRAGMA query_only=ON");
    Manifest manifest = read_manifest(*connection);
    return std::make_unique<Database>(std::move(connection), access, std::move(manifest));
  };
  if (writes) {
    if (!is_writable(file))
      reject(file, "the file or its directory cannot be written", "make both writable, or use a copy");
    return opened(file.string(), SQLITE_OPEN_READWRITE);
  }
  try {
    // A reader may have to make the files of the log, and removes them again: so it opens as a writer does.
    return opened(file.string(), SQLITE_OPEN_READWRITE);
  } catch (const StoreError&) {
    if (is_writable(file)) throw;
    if (has_pending_log(file))
      reject(file, "a log with changes lies beside it, and the directory cannot be written",
             "copy the file and its -wal into a directory that can");
    return opened(as_uri(file, "mode=ro&immutable=1"), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
  }
}

Store Store::create(const fs::path& file, const Manifest& manifest) { return Store(Database::create(file, manifest)); }
Store Store::in_memory(const Manifest& manifest) { return Store(Database::create_in_memory(manifest)); }
Store Store::open(const fs::path& file) { return Store(Database::open(file, Database::Access::write)); }
Store Store::inspect(const fs::path& file) { return Store(Database::open(file, Database::Access::read)); }

}  // namespace smallscope::results
