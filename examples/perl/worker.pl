#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
# A worker that refactors a Perl program with PPIx::EditorTools, and executes the program before and after. It speaks
# smallscope's worker protocol (docs/worker-protocol.md). Its argument is the refactoring: rename or introduce.
use v5.36;
use Encode qw(decode encode);
use IO::Handle;
use JSON::PP;
use MIME::Base64 qw(decode_base64 encode_base64);
use PPIx::EditorTools::IntroduceTemporaryVariable;
use PPIx::EditorTools::RenameVariable;

my @OUTPUTS = ('compile errors before', 'after', 'compile errors after', 'behaviour before', 'behaviour after');

my %REFACTORINGS = (
    rename => sub ($code, $parameters) {
        my ($line, $column) = @$parameters{'cursor.line', 'cursor.column'};
        return PPIx::EditorTools::RenameVariable->new->rename(
            code => $code, line => $line, column => $column, replacement => $parameters->{new});
    },
    introduce => sub ($code, $parameters) {
        my ($line, $column) = @$parameters{'end.line', 'end.column'};
        return PPIx::EditorTools::IntroduceTemporaryVariable->new->introduce(
            code => $code, varname => 'tmp',
            start_location => [@$parameters{'begin.line', 'begin.column'}],
            end_location => [$line, $column - 1]);    # its last character
    },
);

# ('done', the new program), ('refused', why) or ('crashed', why).
sub refactored ($refactoring, $code, $parameters) {
    my $after = eval { $REFACTORINGS{$refactoring}->($code, $parameters)->code };
    return ('done', $after) if defined $after;
    return ('refused', $1) if $@ =~ /^(no declaration|no token|no statement|refused: .*)/;
    return ('crashed', $@);
}

# What perl with these options prints for a program, and its exit status. Writes into the working directory.
sub execute ($program, @options) {
    open my $file, '>:raw', 'input.pl' or die "input.pl: $!";
    print $file $program;
    close $file;
    my $process = open(my $printed, '-|') // die "fork: $!";
    if ($process == 0) {
        open STDERR, '>&', \*STDOUT;
        exec 'timeout', '5', 'perl', @options, 'input.pl' or die "timeout: $!";
    }
    binmode $printed;
    my $text = do { local $/; <$printed> } // '';
    close $printed;
    return ($text, $? >> 8);
}

# What perl says of a program that it does not compile; '' of others.
sub compile_errors ($program) {
    my ($text, $status) = execute($program, '-c');
    return $status ? $text : '';
}

sub answer ($refactoring, $code, $parameters) {
    my %outputs = map { $_ => undef } @OUTPUTS;
    $outputs{'compile errors before'} = compile_errors($code);
    return {outcome => 'done', outputs => \%outputs} if $outputs{'compile errors before'} ne '';
    my ($outcome, $after) = refactored($refactoring, $code, $parameters);
    return {outcome => $outcome, messages => [$after]} if $outcome ne 'done';
    $outputs{after} = $after;
    $outputs{'compile errors after'} = compile_errors($after);
    ($outputs{'behaviour before'}) = execute($code);
    ($outputs{'behaviour after'}) = execute($after) if $outputs{'compile errors after'} eq '';
    return {outcome => 'done', outputs => \%outputs};
}

# Programs are bytes here; texts of the protocol are characters, or an object if the bytes are not UTF-8.
sub bytes_of ($text) { return ref $text ? decode_base64($text->{base64}) : encode('UTF-8', $text // '') }

sub text_of ($bytes) {
    my $text = eval { decode('UTF-8', $bytes, Encode::FB_CROAK | Encode::LEAVE_SRC) };
    return $text // {base64 => encode_base64($bytes, '')};
}

sub serve ($refactoring) {
    open my $requests, '<&=', $ENV{SMALLSCOPE_REQUESTS} or die "SMALLSCOPE_REQUESTS: $!";
    open my $replies, '>&=', $ENV{SMALLSCOPE_REPLIES} or die "SMALLSCOPE_REPLIES: $!";
    binmode $_, ':raw' for $requests, $replies;
    $replies->autoflush(1);
    my $json = JSON::PP->new->utf8->canonical;
    readline $requests;
    say $replies $json->encode({
        protocol => 'smallscope-worker', version => 1, subject => 'PPIx::EditorTools',
        subject_version => "$PPIx::EditorTools::VERSION", outputs => \@OUTPUTS});
    while (defined(my $line = readline $requests)) {
        my $request = $json->decode($line);
        my $code = bytes_of($request->{files}{$request->{input} // ''});
        my %parameters = map { bytes_of($_) } %{$request->{parameters} // {}};
        my $reply = answer($refactoring, $code, \%parameters);
        for my $each (@{$reply->{messages} // []}, values %{$reply->{outputs} // {}}) {
            $each = text_of($each) if defined $each;
        }
        say $replies $json->encode({id => $request->{id}, %$reply});
    }
}

serve(@ARGV) unless caller;    # labels/label.pl only uses the functions
1;
