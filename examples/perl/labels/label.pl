#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
# Labels failing inputs by execution: smallscope export STORE | perl label.pl MODULES >>FAULTS
#
# MODULES is a folder that build.sh has made. An input shows a fault if it fails when all other faults are mended. If
# there is no such fault, all are left unmended at first, and one after the other is mended if the input still fails
# then; it shows those that remain. What fails with all faults mended is named on standard error. Labels are ordinals,
# so they are for one space.
use v5.36;
use Cwd qw(abs_path);
use File::Temp;
use FindBin;
use JSON::PP;
use constant MODULES => @ARGV == 1 && -d "$ARGV[0]/PPIx" ? abs_path($ARGV[0]) : die "label.pl MODULES <EXPORT\n";
use lib MODULES;
require "$FindBin::Bin/../worker.pl";

my %FAULTS = (
    rename => [
        token => 'rename: asks the token for its symbol, which `$#x` and strings do not have, and dies',
        statement => 'find_variable_declaration: takes any variable in a `my` statement for the one that it declares',
        boundary => 'rename: `"$xy"` contains `$x`, as patterns do not end at the end of a name',
        literal => 'rename: changes strings and lists of words that do not interpolate',
        escape => 'rename: changes `\\\\$x` and `\\\\@x` in strings, which are no variables',
        percent => 'rename: changes `%x` in strings, where hashes do not interpolate',
        heredoc => 'rename: leaves out the lines of here-documents',
        deref => 'rename: the pattern for `$x` excludes brackets, so it leaves out `"$$x[0]"`',
        slice => 'rename: takes the slice `"@x{...}"` of the hash for the array',
        lastindex => 'rename: leaves out `"$#{x}"`',
        block => 'rename: leaves out `${x}` and `@{x}` in code, which are blocks with a word to PPI',
        collision => 'rename: does not ask whether there is a variable of the new name',
        qualified => 'rename: leaves out `$main::x`, another name of a package variable',
        local => 'find_variable_declaration: takes `local` for a declaration, and renames in its block only',
        foreach => 'rename: takes the block around a loop for the scope of its variable',
    ],
    introduce => [
        scope => 'introduce: replaces the same text before the declaration and behind the block',
        token => 'introduce: replaces the same text within tokens, such as strings',
        value => 'introduce: replaces the same expression elsewhere, which may have another value there',
        loop => 'introduce: evaluates what a loop evaluates in each iteration once, before it',
        modifier => 'introduce: evaluates what depends on a statement modifier before the statement',
        shortcircuit => 'introduce: evaluates an operand that `&&`, `||`, `//` or `?:` may leave out',
        list => 'introduce: assigns a list to a scalar',
        collision => 'introduce: does not ask whether there is a variable of the new name',
        order => 'introduce: evaluates the expression before what stands before it in the statement',
    ],
);

# What a program prints, without addresses.
sub behaviour ($program) {
    state %known;
    return $known{$program} //= (execute($program))[0] =~ s/\b(HASH|ARRAY|CODE|SCALAR)\(0x[0-9a-f]+\)/$1/gr;
}

# Does the input fail when these faults are mended?
sub fails ($refactoring, $code, $parameters, @mended) {
    no warnings 'once';
    %PPIx::EditorTools::MENDED = map { $_ => 1 } @mended;
    my ($outcome, $after) = refactored($refactoring, $code, $parameters);
    return $outcome eq 'crashed' if $outcome ne 'done';
    return behaviour($code) ne behaviour($after);
}

# Ordinals as words: those of equal distance are a range, such as 24-96/12.
sub words (@ordinals) {
    my @words;
    while (@ordinals) {
        my $step = @ordinals > 1 ? $ordinals[1] - $ordinals[0] : 1;
        my $count = 1;
        $count++ while $count < @ordinals && $ordinals[$count] - $ordinals[$count - 1] == $step;
        $count = 1 if $count == 2 && $step > 1;
        my ($first, $last) = (splice @ordinals, 0, $count)[0, -1];
        push @words, $count == 1 ? $first : $step == 1 ? "$first-$last" : "$first-$last/$step";
    }
    return @words;
}

# Words as a text of TOML, on lines of at most 118 columns if it is long.
sub text (@words) {
    return qq("@words") if length "@words" < 100;
    my @lines = ('');
    for my $word (@words) {
        push @lines, '' if length("$lines[-1] $word") > 116;
        $lines[-1] .= $lines[-1] eq '' ? $word : " $word";
    }
    return qq("""\\\n) . join(" \\\n", @lines) . '"""';
}

my $exported = decode_json(do { local $/; <STDIN> });
my ($refactoring) = $exported->{campaign} =~ m{(\w+)$};
my @described = @{$FAULTS{$refactoring}};
my @faults = @described[grep { $_ % 2 == 0 } 0 .. $#described];
my $scratch = File::Temp->newdir;
chdir $scratch or die "$scratch: $!";
my (%shown, @left);
for my $case (sort { $a->{ordinal} <=> $b->{ordinal} } @{$exported->{cases}}) {
    my %parameters = map { $_->{name} => $_->{text} } @{$case->{input}{parameters}};
    my $fails_without = sub (@unmended) {
        my %unmended = map { $_ => 1 } @unmended;
        my @mended = grep { !$unmended{$_} } @faults;
        return fails($refactoring, $case->{input}{files}[0]{text}, \%parameters, @mended);
    };
    if ($fails_without->()) {
        push @left, $case->{ordinal};
        next;
    }
    my @shown = grep { $fails_without->($_) } @faults;
    if (!@shown) {
        @shown = @faults;
        for my $fault (@faults) {
            my @fewer = grep { $_ ne $fault } @shown;
            @shown = @fewer if $fails_without->(@fewer);
        }
    }
    push @{$shown{$_}}, $case->{ordinal} for @shown;
}
chdir '/';    # so that the scratch directory can be removed
say STDERR 'fails with all faults mended: ', join(' ', words(@left)) if @left;
while (my ($name, $why) = splice @described, 0, 2) {
    next unless $shown{$name};
    say STDERR "$name: ", scalar @{$shown{$name}};
    say qq([[fault]]\ncampaign = "$exported->{campaign}"\nname = "$name"\nordinals = ), text(words(@{$shown{$name}})),
        qq(\nwhy = "), $why =~ s/"/\\"/gr, qq("\n);
}
