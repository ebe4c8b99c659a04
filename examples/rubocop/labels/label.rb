# SPDX-License-Identifier: Apache-2.0
# Which cops are at fault in the failures of a store: smallscope export STORE | ruby label.rb
#
# Prints a line for each failing input, as JSON: its ordinal, how it fails, the cops of which each alone, when it is
# left out, makes the input pass, and if there is none, the pairs of cops that do so together.
require 'json'
require 'tmpdir'
require_relative '../worker'

# How RuboCop without these cops fails on the program; nil if it does not.
def failure(source, except)
  after, printed = corrected(source, except)
  return breakdown(printed) if breakdown(printed)
  return 'does not compile' unless compile_errors(after).empty?

  'prints something else' unless behaviour(source) == behaviour(after)
end

Dir.mktmpdir do |directory|
  Dir.chdir(directory)
  JSON.parse($stdin.read)['cases'].each do |failing|
    source = failing['input']['files'].first['text']
    fails = failure(source, [])
    cops = "#{corrected(source).last} #{fails}".scan(%r{\b[A-Z]\w+/[A-Z]\w+}).uniq
    alone = cops.reject { |cop| failure(source, [cop]) }
    pairs = alone.empty? ? cops.combination(2).reject { |pair| failure(source, pair) } : []
    puts JSON.generate(ordinal: failing['ordinal'], fails: fails, alone: alone, pairs: pairs)
    $stdout.flush
  end
  Dir.chdir('/')
end
