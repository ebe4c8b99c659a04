# SPDX-License-Identifier: Apache-2.0
# A worker that lets RuboCop correct a program with what it calls safe, and executes the program before and after. It
# speaks smallscope's worker protocol (docs/worker-protocol.md).
require 'json'
require 'stringio'
require 'timeout'
require 'rubocop'

CONFIGURATION = File.join(__dir__, 'rubocop.yml')

# What Ruby says of a program that it does not compile; "" of others.
def compile_errors(source)
  RubyVM::InstructionSequence.compile(source, 'input.rb')
  ''
rescue SyntaxError => e
  e.message
end

# What the program prints, in a process of its own, and the exception that ends it.
def behaviour(source)
  reader, writer = IO.pipe
  pid = fork do
    reader.close
    $stdout.reopen(writer)
    $stderr.reopen(File::NULL)
    begin
      Timeout.timeout(3) { eval(source, TOPLEVEL_BINDING.dup, 'input.rb') }
    rescue Exception => e
      puts "#{e.class}: #{e.message.lines.first}"
    end
    $stdout.flush
    exit!(0)
  end
  writer.close
  printed = reader.read.force_encoding(Encoding::UTF_8)
  Process.wait(pid)
  printed
end

# The corrected program, and what RuboCop prints. `except` names cops that are left out, as if they were mended.
def corrected(source, except = [])
  File.write('input.rb', source)
  printed = StringIO.new
  streams = [$stdout, $stderr]
  $stdout = $stderr = printed
  begin
    options = except.empty? ? [] : ['--except', except.join(',')]
    RuboCop::CLI.new.run(['-a', '--config', CONFIGURATION, '--cache', 'false', '--format', 'quiet', *options,
                          'input.rb'])
  ensure
    $stdout, $stderr = streams
  end
  [File.read('input.rb'), printed.string]
end

# What RuboCop says of an error of its own; nil if there is none.
def breakdown(printed) = printed[/An error occurred while.*|Infinite loop.*/]

def answer(source)
  errors = compile_errors(source)
  return { outcome: 'done', outputs: { 'compile errors before' => errors } } unless errors.empty?

  after, printed = corrected(source)
  return { outcome: 'crashed', messages: [breakdown(printed)] } if breakdown(printed)

  errors = compile_errors(after)
  { outcome: 'done',
    outputs: { 'compile errors before' => '', 'after' => after, 'compile errors after' => errors,
               'behaviour before' => behaviour(source), 'behaviour after' => errors.empty? ? behaviour(after) : nil,
               'cops' => printed.scan(%r{\[Corrected\] ([A-Z]\w+/\w+)}).flatten.uniq.sort.join("\n") } }
rescue StandardError => e
  { outcome: 'crashed', messages: ["#{e.class}: #{e.message}", *e.backtrace.first(5)] }
end

def text(value)
  return value unless value.is_a?(String) && !value.dup.force_encoding(Encoding::UTF_8).valid_encoding?

  { base64: [value].pack('m0') }
end

if ENV['SMALLSCOPE_REQUESTS']
  requests = IO.new(Integer(ENV['SMALLSCOPE_REQUESTS']), 'r:UTF-8')
  replies = IO.new(Integer(ENV['SMALLSCOPE_REPLIES']), 'w:UTF-8')
  replies.sync = true
  requests.gets
  replies.puts JSON.generate(protocol: 'smallscope-worker', version: 1, subject: 'rubocop',
                             subject_version: RuboCop::Version.version)
  while (line = requests.gets)
    request = JSON.parse(line)
    reply = answer((request['files'] || {}).values.first.to_s)
    reply[:outputs] = reply[:outputs].transform_values { |value| text(value) } if reply[:outputs]
    replies.puts JSON.generate({ id: request['id'], **reply })
  end
end
