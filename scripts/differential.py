#!/usr/bin/env python3
"""Runs random rules through `meantime occurrences --batch`, python-dateutil and libical, and compares.

Usage: differential.py [--rules 50000] [--seed 1] [--meantime PATH] [--show 5]

The same seed always gives the same rules. If the engines differ, the rule is sorted into the classes of
docs/recurrence-differences.md; each class is a function below that looks only at the rule. A difference
that fits no class fails the run. If libical's header or a C compiler is missing, the script says so and
skips libical.
"""
import argparse
import random
import signal
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from datetime import datetime
from itertools import islice
from pathlib import Path

from dateutil.rrule import rrulestr

WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
LIMIT = 24
# A peer that takes longer than this, in processor time, counts as having no answer.
SECONDS_MAX = 0.05

LIBICAL = r'''
#include <libical/ical.h>
#include <stdio.h>
#include <string.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

static char *program;

/* The alarm may interrupt an allocation; after that only a fresh process is safe. */
static void on_alarm(int number) {
    (void)number;
    if (write(1, "late\n", 5) == 5) execl(program, program, (char *)0);
    _exit(1);
}

int main(int count, char **arguments) {
    static char line[8192];
    sigset_t signals;
    (void)count;
    program = arguments[0];
    sigemptyset(&signals);
    sigaddset(&signals, SIGPROF);
    sigprocmask(SIG_UNBLOCK, &signals, NULL);
    setvbuf(stdin, NULL, _IONBF, 0);
    icalerror_set_errors_are_fatal(0);
    signal(SIGPROF, on_alarm);
    while (fgets(line, sizeof line, stdin)) {
        char *start = strtok(line, "\t\n"), *rule = strtok(NULL, "\t\n");
        int limit = 0;
        sscanf(strtok(NULL, "\t\n"), "%d", &limit);
        struct itimerval timer = {{0, 0}, {0, 50000}}, off = {{0, 0}, {0, 0}};
        struct icalrecurrencetype recur = icalrecurrencetype_from_string(rule);
        if (recur.freq == ICAL_NO_RECURRENCE) { puts("error"); fflush(stdout); continue; }
        setitimer(ITIMER_PROF, &timer, NULL);
        icalrecur_iterator *iterator = icalrecur_iterator_new(recur, icaltime_from_string(start));
        char answer[4096] = "";
        for (int index = 0; iterator && index < limit; index++) {
            struct icaltimetype next = icalrecur_iterator_next(iterator);
            if (icaltime_is_null_time(next)) break;
            if (index) strcat(answer, ",");
            strcat(answer, icaltime_as_ical_string(next));
        }
        setitimer(ITIMER_PROF, &off, NULL);
        puts(iterator ? answer : "error");
        fflush(stdout);
        if (iterator) icalrecur_iterator_free(iterator);
    }
    return 0;
}
'''


def numbers(dice, low, high, most, signed):
    values = [dice.randint(low, high) for _ in range(dice.randint(1, most))]
    return [-value if signed and dice.random() < 0.35 else value for value in values]


def random_rule(dice):
    """Returns a rule as a dictionary, and its start."""
    frequency = dice.choice(['YEARLY'] * 4 + ['MONTHLY'] * 4 + ['WEEKLY'] * 3 + ['DAILY'] * 3 + ['HOURLY', 'MINUTELY', 'SECONDLY'])
    is_date = frequency not in ('HOURLY', 'MINUTELY', 'SECONDLY') and dice.random() < 0.2
    rule = {'FREQ': frequency}
    if dice.random() < 0.5:
        rule['INTERVAL'] = dice.choice([1, 2, 2, 3, 3, 4, 5, 6, 7, 10, 12, 13, dice.randint(1, 120)])
    if dice.random() < 0.35:
        rule['BYMONTH'] = numbers(dice, 1, 12, 3, False)
    if dice.random() < 0.3 and frequency != 'WEEKLY':
        rule['BYMONTHDAY'] = numbers(dice, 1, 31, 4, True)
    if dice.random() < 0.5:
        ordinals = frequency in ('MONTHLY', 'YEARLY') and dice.random() < 0.5
        days = [dice.choice(WEEKDAYS) for _ in range(dice.randint(1, 4))]
        most = 5 if frequency == 'MONTHLY' or 'BYMONTH' in rule else 53
        rule['BYDAY'] = [f"{dice.choice(['', '-'])}{dice.randint(1, most)}{day}" if ordinals and dice.random() < 0.6 else day for day in days]
    if frequency == 'YEARLY' and dice.random() < 0.15:
        rule['BYYEARDAY'] = numbers(dice, 1, 366, 4, True)
    elif frequency == 'YEARLY' and dice.random() < 0.15:
        rule['BYWEEKNO'] = numbers(dice, 1, 53, 3, True)
    if not is_date and dice.random() < 0.3:
        rule['BYHOUR'] = numbers(dice, 0, 23, 3, False)
    if not is_date and dice.random() < 0.2:
        rule['BYMINUTE'] = numbers(dice, 0, 59, 3, False)
    if not is_date and dice.random() < 0.1:
        rule['BYSECOND'] = numbers(dice, 0, 59, 2, False)
    if dice.random() < 0.2 and any(name in rule for name in ('BYDAY', 'BYMONTHDAY', 'BYHOUR', 'BYYEARDAY', 'BYMONTH')):
        rule['BYSETPOS'] = numbers(dice, 1, dice.choice([3, 3, 31]), 3, True)
    if dice.random() < 0.3:
        rule['WKST'] = dice.choice(WEEKDAYS)
    start = datetime(dice.randint(1995, 2030), dice.randint(1, 12), dice.randint(1, 28), dice.randint(0, 23), dice.choice([0, 15, 30, 47]), dice.choice([0, 0, 0, 13]))
    if dice.random() < 0.15:
        start = start.replace(month=dice.choice([1, 3, 5, 7, 8, 10, 12]), day=dice.choice([29, 30, 31]))
    if dice.random() < 0.25:
        rule['COUNT'] = dice.randint(1, 30)
    elif dice.random() < 0.15:
        until = start.replace(year=start.year + dice.randint(0, 6), month=dice.randint(1, 12), day=dice.randint(1, 28))
        rule['UNTIL'] = until.strftime('%Y%m%d' if is_date else '%Y%m%dT%H%M%S')
    return rule, start.strftime('%Y%m%d' if is_date else '%Y%m%dT%H%M%S')


def moving_rule(dice):
    """Returns a rule that moves invalid dates (RFC 7529 SKIP), and its start."""
    while True:
        rule, start = random_rule(dice)
        if rule['FREQ'] in ('YEARLY', 'MONTHLY') and not any(name in rule for name in ('BYWEEKNO', 'BYSETPOS', 'UNTIL')):
            break
    if dice.random() < 0.6 or 'BYDAY' in rule:
        rule.pop('BYDAY', None)
        rule['BYMONTHDAY'] = [dice.choice([29, 30, 31, 31, -29, -30, -31, 1, -1, 15]) for _ in range(dice.randint(1, 3))]
    return {'RSCALE': 'GREGORIAN', **rule, 'SKIP': dice.choice(['FORWARD', 'BACKWARD', 'OMIT'])}, start


def text(rule):
    return ';'.join(f"{name}={','.join(map(str, value)) if isinstance(value, list) else value}" for name, value in rule.items())


class Late(Exception):
    pass


def on_alarm(*_):
    raise Late


def dateutil_times(start, rule):
    is_date = 'T' not in start
    try:
        signal.setitimer(signal.ITIMER_PROF, SECONDS_MAX)
        try:
            found = list(islice(rrulestr(rule, dtstart=datetime.strptime(start, '%Y%m%d' if is_date else '%Y%m%dT%H%M%S')), LIMIT))
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
    except Late:
        return 'late'
    except (ValueError, SystemError):
        # A SystemError means that the alarm hit python-dateutil's own clean-up, or that it failed.
        return 'error'
    return ','.join(time.strftime('%Y%m%d' if is_date else '%Y%m%dT%H%M%S') for time in found)


def run(command, lines):
    answer = subprocess.run(command, input='\n'.join(lines) + '\n', capture_output=True, text=True, check=True).stdout.split('\n')[:-1]
    if len(answer) != len(lines):
        sys.exit(f'{command[0]} answered {len(answer)} of {len(lines)} lines')
    return answer


def run_peer(command, lines):
    """Like run, for a peer that may crash on a line; that line's answer is then "error"."""
    answers = []
    while len(answers) < len(lines):
        left = lines[len(answers):]
        done = subprocess.run(command, input='\n'.join(left) + '\n', capture_output=True, text=True)
        answers += done.stdout.split('\n')[:-1]
        if done.returncode == 0:
            break
        answers.append('error')
    if len(answers) != len(lines):
        sys.exit(f'{command[0]} answered {len(answers)} of {len(lines)} lines')
    return answers


def has_ordinals(rule):
    return any(len(day) > 2 for day in rule.get('BYDAY', []))


def is_short(rule):
    return rule['FREQ'] in ('HOURLY', 'MINUTELY', 'SECONDLY')


def has_times(rule):
    return any(len(rule.get(name, [])) > 1 for name in ('BYHOUR', 'BYMINUTE', 'BYSECOND'))


def moves(rule):
    return rule['FREQ'] == 'MONTHLY' and rule.get('SKIP', 'OMIT') != 'OMIT'


def has_any(rule, *names):
    return any(name in rule for name in names)


# The known differences by peer: the name in docs/recurrence-differences.md, and which rules it covers.
CLASSES = {
    'dateutil': [
        ('month-filled', lambda rule: rule['FREQ'] == 'YEARLY' and 'BYMONTHDAY' in rule and not has_any(rule, 'BYMONTH', 'BYYEARDAY', 'BYWEEKNO')),
        ('weekday-filled', lambda rule: 'BYWEEKNO' in rule and not has_any(rule, 'BYDAY', 'BYMONTHDAY', 'BYYEARDAY')),
        ('week-year', lambda rule: 'BYWEEKNO' in rule and 'BYSETPOS' not in rule and ('INTERVAL' in rule or any(abs(week) in (1, 2, 51, 52, 53) for week in rule['BYWEEKNO']))),
        ('week-ordinals', lambda rule: 'BYWEEKNO' in rule and has_ordinals(rule)),
        ('first-week', lambda rule: rule['FREQ'] == 'WEEKLY' and 'BYSETPOS' in rule),
        ('union-of-weekdays', lambda rule: has_ordinals(rule) and any(len(day) == 2 for day in rule['BYDAY'])),
    ],
    'libical': [
        ('set-positions', lambda rule: 'BYSETPOS' in rule),
        ('days-from-end', lambda rule: (rule['FREQ'] == 'DAILY' or is_short(rule)) and any(day < 0 for day in rule.get('BYMONTHDAY', []))),
        ('first-of-weeks', lambda rule: rule['FREQ'] == 'WEEKLY' and rule.get('INTERVAL', 1) > 1),
        ('lists-of-clock', lambda rule: is_short(rule) and has_any(rule, 'BYHOUR', 'BYMINUTE', 'BYSECOND')),
        ('weeks', lambda rule: 'BYWEEKNO' in rule),
    ],
    'libical, SKIP': [
        ('moved-out-of-month', lambda rule: moves(rule) and 'BYMONTH' in rule),
        ('moved-onto-another', lambda rule: moves(rule) and len(set(rule['BYMONTHDAY'])) > 1),
    ],
}


def without_repetitions(rule):
    """Sorts lists and drops duplicates: libical neither sorts its lists nor removes repeated values."""
    def ordered(name, values):
        return sorted(set(values), key=WEEKDAYS.index if name == 'BYDAY' and not has_ordinals(rule) else None)
    return {name: ordered(name, value) if isinstance(value, list) else value for name, value in rule.items()}


def build_libical(folder):
    source = Path(folder) / 'peer.c'
    source.write_text(LIBICAL)
    program = Path(folder) / 'peer'
    built = subprocess.run(['cc', '-O2', '-o', program, source, '-lical'], capture_output=True, text=True)
    return [str(program)] if built.returncode == 0 else None


def near(peer, times):
    """Drops times after 2500 for libical, which ends in the year 2582."""
    return ','.join(time for time in times.split(',') if time < '2500') if peer.startswith('libical') else times


def compare(peer, cases, ours, theirs, show):
    counts, examples, unexplained = Counter(), defaultdict(list), 0
    for (rule, start), mine, other in zip(cases, ours, theirs):
        if other in ('late', 'error'):
            counts[other] += 1
        elif near(peer, mine) == near(peer, other):
            counts['same'] += 1
        else:
            name = next((name for name, test in CLASSES[peer] if test(rule)), None)
            counts[name or 'UNEXPLAINED'] += 1
            unexplained += name is None
            if len(examples[name]) < (show if name is None else 0):
                examples[name].append(f'  {start} {text(rule)}\n    ours   {mine[:230]}\n    theirs {other[:230]}')
    print(f'{peer}: ' + ', '.join(f'{count} {name}' for name, count in counts.most_common()))
    print('\n'.join(line for lines in examples.values() for line in lines))
    idle = [name for name, _ in CLASSES[peer] if not counts[name]]
    if idle:
        print(f'{peer}: classes without any difference: ' + ', '.join(idle))
    return unexplained


def meantime(options, cases):
    return run([options.meantime, 'occurrences', '--batch'], [f'{start}\t\t{text(rule)}\t{LIMIT}' for rule, start in cases])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--rules', type=int, default=50_000)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--meantime', default='.build/debug/meantime')
    parser.add_argument('--show', type=int, default=5)
    options = parser.parse_args()
    signal.signal(signal.SIGPROF, on_alarm)
    dice = random.Random(options.seed)
    cases = [random_rule(dice) for _ in range(options.rules)]
    ours = meantime(options, cases)
    refused = [f'{start} {text(rule)}: {mine}' for (rule, start), mine in zip(cases, ours) if mine.startswith('error')]
    print('\n'.join(refused[:5]))
    unexplained = len(refused)
    unexplained += compare('dateutil', cases, ours, [dateutil_times(start, text(rule)) for rule, start in cases], options.show)
    with tempfile.TemporaryDirectory() as folder:
        peer = build_libical(folder)
        if peer is None:
            print('libical: skipped, because its header or a C compiler is missing')
        else:
            moving = [moving_rule(dice) for _ in range(options.rules // 10)]
            for name, rules, mine in [('libical', cases, ours), ('libical, SKIP', moving, meantime(options, moving))]:
                lines = [f'{start}\t{text(without_repetitions(rule))}\t{LIMIT}' for rule, start in rules]
                unexplained += compare(name, rules, mine, run_peer(peer, lines), options.show)
    sys.exit(1 if unexplained else 0)


if __name__ == '__main__':
    main()
