"""Injected bugs in generating IDs."""
from scheme import (
    ALL, counts, counts_randomness, draws, draws_bits, draws_hi, draws_increment, every, goes_on, has_constants, has_field,
    leaves_method_open, long_ticks, no, reserves_timestamps, sets, sets_node,
)
from wrong import Changed, Rejected

USUAL_EPOCH = 1_704_067_200_000
HUGE = 1 << 300


# The configuration.

def configured(change):
    """Changes the configuration, whose values are strings."""
    return {"__init__": lambda right, self, ids, config: right(ids, {**config, **change(self, ids, config)})}


def fixed(**settings):
    """Uses these settings whatever the configuration."""
    return configured(lambda self, ids, config: {key: value for key, value in settings.items() if key in config})


def after_configuring(change):
    """Changes the generator after it has read its configuration."""
    def configure(right, self, config):
        right(config)
        change(self)
    return {"configure": configure}


def limits(change):
    """Changes the range of a setting."""
    def setting(right, self, config, name, least, most):
        return right(config, name, *change(name, least, most))
    return {"setting": setting}


def value_of(self, name, value):
    setattr(self, name, value)


def without_top_bit(self):
    bits = self.node_id_bits if hasattr(self, "node_id_bits") else self.node_id_size
    self.node_id &= ~(1 << bits >> 1)


# Readings, rollbacks and the allowance.

def tolerated(change):
    """Changes the measured rollback."""
    return {"is_tolerated": lambda right, self, rollback: right(change(rollback))}


def allowance(change):
    return {"allowance": lambda right, self: change(right())}


def allowance_ms(change):
    return after_configuring(lambda self: value_of(self, "allowance_ms", change(self.allowance_ms)))


def readings(change):
    return {"timestamp": lambda right, self, now: right(change(now))}


def first_reading(bits):
    """Changes the reading for the first ID."""
    return {
        "has_generated": False,
        "timestamp": lambda right, self, now: right(now if self.has_generated else now % (1 << bits)),
        **after_success(lambda self, value: value_of(self, "has_generated", True)),
    }


def reading_remembered(right, self, timestamp):
    """Also remembers the timestamp of the last reading."""
    right(timestamp)
    self.earlier, self.reading = getattr(self, "reading", None), timestamp


def rollback_from_last_reading(right, self, timestamp):
    return (self.last[0] if self.earlier is None else self.earlier) - timestamp


def kept(right, self, last, source):
    following = right(last, source)
    now = self.timestamp(int(source.question["now"]))
    return (now, *following[1:]) if following[0] == last[0] else following


def usable(is_usable):
    """Changes the range of timestamps."""
    return {"is_usable": lambda right, self, timestamp: is_usable(timestamp, self.first_timestamp, self.last_timestamp())}


# Counters and overflows.

def following(change):
    """Changes the counter of the next ID in the same timestamp, given the last and the right next counter."""
    def count(right, self, last, source):
        result = right(last, source)
        return (result[0], change(last[1], result[1]), *result[2:]) if result[0] == last[0] else result
    return {"count": count}


def low_bits(bits):
    """Only the low bits count."""
    return following(lambda last, counter: last >> bits << bits | counter % (1 << bits))


def low_timestamp_bits(bits):
    return {"timestamp_after_overflow": lambda right, self, last: last >> bits << bits | right(last) % (1 << bits)}


def instead_of_overflow(change):
    """Changes the counter, given the right counter and the largest, so that it never overflows."""
    def count(right, self, last, source):
        return (last[0], change(last[1] + self.increment(source), (1 << self.counter_bits()) - 1), *last[2:])
    return {"count": count}


def increment(change):
    """Changes the increment, given the right increment and the counter of the last ID."""
    return {"increment": lambda right, self, source: change(right(source), self.last[1])}


def hi_after_overflow(change):
    def begin_after_overflow(right, self, timestamp, last, source):
        return self.begin(timestamp, (timestamp - 1, change(last[1]), *last[2:]), source)
    return {"begin_after_overflow": begin_after_overflow}


def counter_after_overflow(change):
    """Changes the draws after an overflow."""
    return {"begin_after_overflow": lambda right, self, timestamp, last, source: right(timestamp, last, Changed(source, change))}


def zero_instead_of_counter(draw, field, bits):
    return 0 if field in ("counter", "counter_lo") else draw(field, bits)


def past_the_last(right, self, timestamp):
    return timestamp + 1 if self.moves_on else right(timestamp)


def not_the_last(right, self, timestamp):
    if timestamp + 1 >= self.last_timestamp():
        raise Rejected("overflow")
    return right(timestamp)


def microsecond_past_the_last(right, self, timestamp):
    # In milliseconds, the timestamp is the first with 49 bits.
    return timestamp + 1 if timestamp >> 48 else right(timestamp)


# The renewal of `counter_hi`.

def renews(is_due):
    """Changes when `counter_hi` is due, given the time since its last draw."""
    def changed(right, self, timestamp, last):
        return right(timestamp, last) if last is None or len(last) < 3 else is_due(timestamp - last[2])
    return {"is_due": changed}


def renewed_at(change):
    """Changes the time at which `counter_hi` was drawn."""
    def begin(right, self, timestamp, last, source):
        result = right(timestamp, last, source)
        return (*result[:2], change(timestamp)) if result[2] == timestamp else result
    return {"begin": begin}


def keeps_renewal(applies):
    """Remembers the renewal of a call that fails, given the timestamps of the reading and of the last ID."""
    def act(self, source):
        if self.last and self.attempt and applies(self.timestamp(int(source.question["now"])), self.last[0]):
            self.last = (*self.last[:2], *self.attempt[2:])
    return {**after_error("rng", act), "begin": attempt}


def resumed_was_renewal(right, self, text):
    right(text)
    self.last = (*self.last, self.last[0])


# The ceiling.

def reached(has_reached):
    """Changes the comparison of a time with the ceiling."""
    return {"has_reached": lambda right, self, unix_ms: self.ceiling_unix_ms is not None and has_reached(unix_ms, self.ceiling_unix_ms)}


def replaced(change):
    """Changes a new ceiling, given the generator, the old ceiling and the new."""
    def set_ceiling(right, self, unix_ms):
        old = self.ceiling_unix_ms
        right(unix_ms if old is None else change(old, unix_ms))
    return {"set_ceiling": set_ceiling}


def without_ceiling(right, self, *arguments):
    """Calls a method of a generator as if it had no ceiling."""
    ceiling, self.ceiling_unix_ms = self.ceiling_unix_ms, None
    try:
        return right(*arguments)
    finally:
        self.ceiling_unix_ms = ceiling


def resumed_without_ceiling(right, self, timestamp):
    return without_ceiling(right, self, timestamp) if self.last is not None and self.last is self.resumed else right(timestamp)


def overflow_without_ceiling(right, self, last, source):
    counter = last[1] + self.increment(source)
    if self.fits(counter):
        return (last[0], counter, *last[2:])
    return self.begin_after_overflow(self.timestamp_after_overflow(last[0]), last, source)


def rollback_first(right, self, timestamp):
    last, found = self.last, without_ceiling(right, self, timestamp)
    for timestamp in (timestamp, *(last or ())[:1]):
        self.stay_below_ceiling(timestamp)
    return found


def ceiling_before_end(right, self, timestamp):
    self.stay_below_ceiling(timestamp + 1)
    return right(timestamp)


def ceiling_before_range(right, self, timestamp):
    if timestamp >= 0:
        self.stay_below_ceiling(timestamp)
    right(timestamp)


def shared_ceiling(right, self, unix_ms):
    self.shared["ceiling"] = unix_ms


def removes_ceiling(error, applies=lambda self, source: True):
    """An error removes the ceiling."""
    def act(self, source):
        if applies(self, source):
            self.ceiling_unix_ms = None
    return after_error(error, act)


def is_behind(self, source):
    return self.last is not None and self.timestamp(int(source.question["now"])) < self.last[0]


def restored_ceiling():
    def act(self, source):
        if "ceiling_unix_ms" in source.question:
            self.ceiling_unix_ms = self.ceiling_before
    def set_ceiling(right, self, unix_ms):
        self.ceiling_before = self.ceiling_unix_ms
        right(unix_ms)
    return {**after_error("rng", act), "set_ceiling": set_ceiling}


# Draws and errors.

def drawn(change):
    """Changes what a generator gets from its source. `change` gets the right draw, the field and its bits."""
    return {"generate": lambda right, self, source: right(Changed(source, change))}


def widths(change):
    return drawn(lambda draw, field, bits: draw(field, change(bits)))


def values(change):
    return drawn(lambda draw, field, bits: change(field, draw(field, bits)))


def after_success(act):
    def generate(right, self, source):
        value = right(source)
        act(self, value)
        return value
    return {"generate": generate}


def after_error(error, act):
    """Does something to a generator whose call fails. `attempt` is the state that it would have had."""
    def generate(right, self, source):
        self.attempt = None
        try:
            return right(source)
        except Rejected as rejected:
            if rejected.args[0] == error:
                act(self, source)
            raise
    return {"generate": generate}


def attempt(right, self, timestamp, last, source):
    self.attempt = timestamp, last[1] if last else 0, *(last[2:] if last else ())
    self.attempt = right(timestamp, last, source)
    return self.attempt


def attempt_to_count(right, self, last, source):
    self.attempt = right(last, source)
    return self.attempt


def keeps_failed(applies=lambda self: True):
    """A failed draw changes the state as far as it was computed."""
    def act(self, source):
        if applies(self):
            self.last = self.attempt or self.last
    return {**after_error("rng", act), "begin": attempt, "count": attempt_to_count}


def keeps_overflow(right, self, last, source):
    try:
        return right(last, source)
    except Rejected as rejected:
        if rejected.args[0] == "overflow":
            self.last = last[0], last[1] + int(source.question.get("draw_increment", 1))
        raise


def keeps_timestamp_after_overflow(right, self, last, source):
    try:
        return right(last, source)
    except Rejected as rejected:
        if rejected.args[0] == "after_ceiling":
            self.last = (last[0] + 1, *last[1:])
        raise


def repeats(error):
    """An error repeats the last ID."""
    def generate(right, self, source):
        try:
            self.value = right(source)
        except Rejected as rejected:
            if rejected.args[0] != error or self.value is None:
                raise
        return self.value
    return {"value": None, "generate": generate}


def starts_over(self, source):
    timestamp = self.timestamp(int(source.question["now"]))
    return self.last is not None and self.resets and not self.is_tolerated(self.rollback(timestamp))


def forgets_overflow():
    def generate(right, self, source):
        overflowed, self.overflowed = self.overflowed, False
        try:
            return right(source)
        except Rejected as rejected:
            self.overflowed = rejected.args[0] == "overflow"
            if rejected.args[0] == "rng" and overflowed and starts_over(self, source):
                self.last = None
            raise
    return {"overflowed": False, "generate": generate}


# Resuming.

def resume(right, self, text):
    right(text)
    self.resumed = self.last


#: Remembers the ID to resume after.
RESUMED = {"resumed": None, "resume": resume}


def is_resumed(self):
    return self.last is not None and self.last is self.resumed


def resumes_anyway(applies):
    """Resumes after an ID that a generator with these settings doesn't generate."""
    def changed(right, self, text):
        try:
            right(text)
        except Rejected:
            if not applies(self):
                raise
            self.last = self.take_apart(self.ids.to_fields(self.ids.from_text(text)))[:2]
    return {"resume": changed}


def not_resumed(rejects):
    """Doesn't resume after some IDs."""
    def changed(right, self, text):
        right(text)
        if rejects(self):
            raise Rejected("resume_after")
    return {"resume": changed}


def ignored(applies):
    """Ignores some IDs to resume after, given the generator and the integer of the ID."""
    def changed(right, self, text):
        right(text)
        if applies(self, self.ids.from_text(text)):
            self.last = None
    return {"resume": changed}


def nearest(value):
    """Rounds a field to the significand of a floating-point number."""
    excess = max(value.bit_length() - 53, 0)
    return value + (1 << excess >> 1) >> excess << excess


def as_floats(right, self, text):
    ids = self.ids
    largest = ids.to_fields(ids.largest)
    fields = {name: min(nearest(value), largest[name]) for name, value in ids.to_fields(ids.from_text(text)).items()}
    right(ids.to_text(ids.join(fields)))


def starts_over_first(right, self, timestamp):
    return None if is_resumed(self) and self.resets and timestamp >= self.last[0] else right(timestamp)


def resumes_again(right, self, timestamp):
    found = right(timestamp)
    if found is None and self.resumed is not None and self.resumed[0] - timestamp <= self.allowance():
        return self.resumed
    return found


def resumed_forgotten():
    def act(self, source):
        if is_resumed(self) and starts_over(self, source):
            self.last = None
    return {**after_error("rng", act), **RESUMED}


SHARED_LAST = property(lambda self: self.shared.get("last"), lambda self, last: self.shared.update(last=last))
reports_overflows = no(goes_on)
refuses_some_ids = lambda of: reserves_timestamps(of) or sets_node(of) or has_constants(of)
generates_ends = every(no(reserves_timestamps), no(sets_node))

BUGS = {
    "rollback": [
        ("a rollback by exactly the allowance is beyond it", ALL, {"is_tolerated": lambda right, self, rollback: rollback < max(self.allowance(), 1)}),
        ("one tick more is within the allowance", ALL, tolerated(lambda rollback: rollback - 1)),
        ("there is no allowance", ALL, allowance(lambda ticks: 0)),
        ("the allowance is infinite", ALL, allowance(lambda ticks: HUGE)),
        ("the allowance is always the usual one", ALL, fixed(allowance_ms="10000")),
        ("the allowance is in seconds", ALL, allowance(lambda ticks: ticks * 1000)),
        ("the allowance is in whole seconds", ALL, allowance_ms(lambda ms: ms // 1000 * 1000)),
        ("the allowance is cut to whole milliseconds from a fraction of a second", ALL, allowance_ms(lambda ms: ms - (ms % 1000 > 0))),
        ("the allowance has 48 bits", ALL, allowance_ms(lambda ms: ms % (1 << 48))),
        ("the allowance has 16 bits", ALL, allowance(lambda ticks: ticks % (1 << 16))),
        ("the allowance has 32 bits", ALL, allowance(lambda ticks: ticks % (1 << 32))),
        ("the rollback has 16 bits", ALL, tolerated(lambda rollback: max(rollback, 0) % (1 << 16))),
        ("the rollback has 31 bits", ALL, tolerated(lambda rollback: max(rollback, 0) % (1 << 31))),
        ("the rollback has 32 bits", ALL, tolerated(lambda rollback: max(rollback, 0) % (1 << 32))),
        ("a jump forward is a rollback", ALL, tolerated(abs)),
        ("it is measured from the last reading", ALL, {"check_reading": reading_remembered, "rollback": rollback_from_last_reading}),
        ("a generator never starts over", ALL, after_configuring(lambda self: value_of(self, "resets", False))),
        ("a generator always starts over", ALL, after_configuring(lambda self: value_of(self, "resets", True))),
        ("IDs take the clock's time", ALL, {"count": kept}),
        ("a small rollback starts a new tick", ALL, {"is_new": lambda right, self, timestamp, last: last is None or timestamp != last[0]}),
    ],
    "ticks": [
        ("the same reading starts a new tick", ALL, {"is_new": lambda right, self, timestamp, last: last is None or timestamp >= last[0]}),
        ("the next tick is the same one", ALL, {"is_new": lambda right, self, timestamp, last: last is None or timestamp > last[0] + 1}),
        ("readings have 32 bits", ALL, readings(lambda now: now % (1 << 32))),
        ("readings have 40 bits", ALL, readings(lambda now: now % (1 << 40))),
        ("readings have 48 bits", ALL, readings(lambda now: now % (1 << 48))),
        ("readings have 53 bits", ALL, readings(lambda now: now % (1 << 53))),
        ("readings have 63 bits", ALL, readings(lambda now: now % (1 << 63))),
        ("the first reading has 53 bits", ALL, first_reading(53)),
        ("the first reading has 63 bits", ALL, first_reading(63)),
        ("readings are whole seconds", ALL, readings(lambda now: now // 1000 * 1000)),
        ("readings are seconds", ALL, readings(lambda now: now // 1000)),
        ("readings are one unit late", ALL, readings(lambda now: now + 1)),
        ("readings are one unit early", ALL, readings(lambda now: max(now - 1, 0))),
        ("microseconds are read as milliseconds", sets("clock"), fixed(clock="ms")),
        ("milliseconds are read as microseconds", sets("clock"), fixed(clock="us")),
    ],
    "rounding": [
        ("readings are rounded up to ticks", long_ticks, readings(lambda now: now + 255)),
        ("readings are rounded to the nearest tick", long_ticks, readings(lambda now: now + 128)),
        ("a tick has 250 ms", long_ticks, {"timestamp": lambda right, self, now: now // 250}),
        ("a tick has 128 ms", long_ticks, {"timestamp": lambda right, self, now: now // 128}),
        ("the allowance is rounded up", long_ticks, {"allowance": lambda right, self: (self.allowance_ms + 255) // 256}),
        ("the allowance is rounded to the nearest tick", long_ticks, {"allowance": lambda right, self: (self.allowance_ms + 128) // 256}),
        ("the allowance is a number of ticks", long_ticks, {"allowance": lambda right, self: self.allowance_ms}),
    ],
    "reserved": [
        ("the first usable timestamp is rejected", ALL, usable(lambda timestamp, first, last: first < timestamp <= last)),
        ("the last usable timestamp is rejected", ALL, usable(lambda timestamp, first, last: first <= timestamp < last)),
        ("the timestamp 0 is used", reserves_timestamps, usable(lambda timestamp, first, last: timestamp <= last)),
        ("the largest timestamp is used", ALL, usable(lambda timestamp, first, last: first <= timestamp <= last + 1)),
        ("no timestamp is too large", ALL, usable(lambda timestamp, first, last: first <= timestamp)),
        ("no 64-bit reading is too large", ALL, usable(lambda timestamp, first, last: first <= timestamp <= last or timestamp > last and timestamp >> 55 > 0)),
        ("the timestamp 0 is rejected", no(reserves_timestamps), usable(lambda timestamp, first, last: 0 < timestamp <= last)),
        ("readings before the epoch are the epoch", sets("epoch_unix_ms"), {"timestamp": lambda right, self, now: right(max(now, self.epoch))}),
        ("readings before the epoch are after it", sets("epoch_unix_ms"), {"timestamp": lambda right, self, now: abs(right(now))}),
        ("the epoch is rejected", sets("epoch_unix_ms"), usable(lambda timestamp, first, last: 0 < timestamp <= last)),
        ("the epoch is always the usual one", sets("epoch_unix_ms"), fixed(epoch_unix_ms=str(USUAL_EPOCH))),
        ("the epoch has 48 bits", sets("epoch_unix_ms"), limits(lambda name, least, most: (least, (1 << 48) - 1 if name == "epoch_unix_ms" else most))),
        ("the epoch is 1970", sets("epoch_unix_ms"), {"timestamp": lambda right, self, now: now}),
        ("resumes after any timestamp", refuses_some_ids, resumes_anyway(lambda self: True)),
        ("does not resume after the first usable timestamp", ALL, not_resumed(lambda self: self.last[0] == self.first_timestamp)),
        ("does not resume after the last usable timestamp", ALL, not_resumed(lambda self: self.last[0] == self.last_timestamp())),
    ],
    "overflow": [
        ("it comes one ID early", ALL, {"fits": lambda right, self, counter: right(counter + 1)}),
        ("it comes one ID late", ALL, {"fits": lambda right, self, counter: right(counter - 1)}),
        ("the counter wraps", ALL, instead_of_overflow(lambda counter, largest: counter % (largest + 1))),
        ("the counter stays at its largest value", ALL, instead_of_overflow(min)),
        ("it is an error", goes_on, {"moves_on": False}),
        ("it takes a timestamp beyond the last", goes_on, {"timestamp_after_overflow": past_the_last}),
        ("it takes a microsecond beyond the last", sets("clock"), {"timestamp_after_overflow": microsecond_past_the_last}),
        ("it does not take the last timestamp", goes_on, {"timestamp_after_overflow": not_the_last}),
        ("the timestamp stays", goes_on, {"timestamp_after_overflow": lambda right, self, timestamp: right(timestamp) - 1}),
        ("the timestamp moves by two", goes_on, {"timestamp_after_overflow": lambda right, self, timestamp: right(timestamp) + 1}),
        ("only the low 16 bits of the timestamp move", goes_on, low_timestamp_bits(16)),
        ("only the low 32 bits of the timestamp move", goes_on, low_timestamp_bits(32)),
        ("the counter starts from 0", goes_on, counter_after_overflow(zero_instead_of_counter)),
        ("the counter never starts from 0", goes_on, counter_after_overflow(lambda draw, field, bits: max(draw(field, bits), 1))),
        ("counter_hi is kept", draws_hi, hi_after_overflow(lambda counter: counter)),
        ("counter_hi is 1", draws_hi, hi_after_overflow(lambda counter: 1 << 24)),
        ("counter_lo is 1 after a carry", draws_hi, following(lambda last, counter: counter + (counter % (1 << 24) == 0))),
        ("counter_lo stays after a carry", draws_hi, following(lambda last, counter: counter + (0xff_ffff if counter % (1 << 24) == 0 else 0))),
        ("the state changes although the call fails", reports_overflows, {"count": keeps_overflow}),
    ],
    "increments": [
        ("the counter grows by two", counts, increment(lambda by, last: 2)),
        ("the counter stays", counts, increment(lambda by, last: 0)),
        ("the counter counts down", counts, increment(lambda by, last: -1 if last else 0)),
        ("only the low byte counts", counts, low_bits(8)),
        ("only the low 16 bits count", counts, low_bits(16)),
        ("only the low 32 bits count", counts_randomness, low_bits(32)),
        ("only the low 64 bits count", counts_randomness, low_bits(64)),
        ("only the low byte of counter_hi counts", draws_hi, low_bits(24 + 8)),
        ("only the low 16 bits of counter_hi count", draws_hi, low_bits(24 + 16)),
        ("counter_hi stays at half of its range", draws_hi, following(lambda last, counter: counter - (counter == 0x80_0000 << 24) * (1 << 24))),
        ("the increment is always 1", draws_increment, increment(lambda by, last: 1)),
        ("the increment is one too large", draws_increment, increment(lambda by, last: by + 1)),
        ("the increment is one too small", draws_increment, increment(lambda by, last: by - 1)),
        ("the bits of the increment are set", draws_increment, increment(lambda by, last: (last | by) - last)),
        ("the bits of the increment are flipped", draws_increment, increment(lambda by, last: (last ^ by) - last)),
        ("the increment has 8 bits", draws_increment, increment(lambda by, last: by % 256)),
        ("increments always have 8 bits", sets("entropy_bits"), fixed(entropy_bits="8")),
        ("the increment replaces the randomness", draws_increment, increment(lambda by, last: by - last)),
    ],
    "renewal": [
        ("counter_hi is renewed only after more than a second", draws_hi, renews(lambda ms: ms > 1000)),
        ("counter_hi is renewed a millisecond early", draws_hi, renews(lambda ms: ms >= 999)),
        ("counter_hi is never renewed", draws_hi, renews(lambda ms: False)),
        ("counter_hi is renewed in every millisecond", draws_hi, renews(lambda ms: True)),
        ("the second has 1024 ms", draws_hi, renews(lambda ms: ms >= 1024)),
        ("the time since a renewal has 16 bits", draws_hi, renews(lambda ms: ms % (1 << 16) >= 1000)),
        ("the time since a renewal has 32 bits", draws_hi, renews(lambda ms: ms % (1 << 32) >= 1000)),
        ("counter_hi is renewed at each second of the clock", draws_hi, renewed_at(lambda timestamp: timestamp // 1000 * 1000)),
        ("a renewal is not remembered", draws_hi, renewed_at(lambda timestamp: 0)),
        ("a renewal by an overflow is remembered although a draw fails", draws_hi, keeps_renewal(lambda now, last: now == last)),
        ("starting over forgets the renewal although a draw fails", draws_hi, keeps_renewal(lambda now, last: now < last)),
        ("an ID that is resumed after was a renewal", draws_hi, {"resume": resumed_was_renewal}),
    ],
    "ceiling": [
        ("IDs at the ceiling are generated", ALL, reached(lambda at, ceiling: at > ceiling)),
        ("the last millisecond before the ceiling is rejected", ALL, reached(lambda at, ceiling: at + 1 >= ceiling)),
        ("there is no ceiling", ALL, reached(lambda at, ceiling: False)),
        ("a ceiling of 0 is no ceiling", ALL, reached(lambda at, ceiling: ceiling > 0 and at >= ceiling)),
        ("the ceiling has 32 bits", ALL, reached(lambda at, ceiling: at >= ceiling % (1 << 32))),
        ("the ceiling is negative from 2^63", ALL, reached(lambda at, ceiling: ceiling >> 63 > 0 or at >= ceiling)),
        ("the ceiling wraps in microseconds", ALL, reached(lambda at, ceiling: at >= ceiling * 1000 % (1 << 64) // 1000)),
        ("the ceiling has 48 bits", ALL, reached(lambda at, ceiling: at >= ceiling % (1 << 48))),
        ("it is compared with an ID that has the usual epoch", sets("epoch_unix_ms"), {"unix_ms": lambda right, self, timestamp: timestamp + USUAL_EPOCH}),
        ("it is compared with an ID that has no epoch", sets("epoch_unix_ms"), {"unix_ms": lambda right, self, timestamp: timestamp}),
        ("an ID that is resumed after is not compared", ALL, {**RESUMED, "last_to_follow": resumed_without_ceiling}),
        ("all generators have the last one that was set", ALL, {"set_ceiling": shared_ceiling, "ceiling_unix_ms": property(lambda self: self.shared.get("ceiling"), lambda self, unix_ms: None)}),
        ("the ceiling is compared in seconds", ALL, reached(lambda at, ceiling: at // 1000 >= ceiling // 1000)),
        ("the ceiling can't be raised", ALL, replaced(min)),
        ("the ceiling can't be lowered", ALL, replaced(max)),
        ("the first ceiling stays", ALL, replaced(lambda old, new: old)),
        ("a ceiling beyond the last timestamp is that timestamp", ALL, {"set_ceiling": lambda right, self, unix_ms: right(min(unix_ms, self.unix_ms(self.last_timestamp())))}),
        ("a failed draw removes it", ALL, removes_ceiling("rng")),
        ("a failed draw for the first ID removes it", ALL, removes_ceiling("rng", lambda self, source: self.last is None)),
        ("a failed draw while starting over removes it", ALL, removes_ceiling("rng", is_behind)),
        ("a failed draw restores the one before", ALL, restored_ceiling()),
        ("a rollback beyond the allowance removes it", ALL, removes_ceiling("rollback")),
        ("the reading is not compared", ALL, {"check_reading": without_ceiling}),
        ("the last ID is not compared", ALL, {"last_to_follow": without_ceiling}),
        ("an overflow crosses it", goes_on, {"count": overflow_without_ceiling}),
        ("it comes before the end of time", goes_on, {"timestamp_after_overflow": ceiling_before_end}),
        ("it comes before a reading that is too large", ALL, {"check_reading": ceiling_before_range}),
        ("the rollback comes first", ALL, {"check_reading": without_ceiling, "last_to_follow": rollback_first}),
    ],
    "draws": [
        ("one bit fewer is drawn", ALL, widths(lambda bits: max(bits - 1, 0))),
        ("one bit more is drawn", ALL, widths(lambda bits: bits + 1)),
        ("whole bytes are drawn", draws_bits(lambda bits: bits % 8 > 0), widths(lambda bits: (bits + 7) // 8 * 8)),
        ("32 bits are drawn", ALL, widths(lambda bits: max(bits, 32) // 32 * 32)),
        ("the uppermost bit of 16 is dropped", ALL, values(lambda field, value: value & ~0x8000)),
        ("the lowest bit is dropped", ALL, values(lambda field, value: value & ~1)),
        ("only the low 8 bits are used", ALL, values(lambda field, value: value & 0xff)),
        ("only the low 32 bits are used", draws_bits(lambda bits: bits > 32), values(lambda field, value: value % (1 << 32))),
        ("only the low 64 bits are used", draws_bits(lambda bits: bits > 64), values(lambda field, value: value % (1 << 64))),
        ("the values are one too large", ALL, values(lambda field, value: value + 1)),
        ("the low bytes are swapped", ALL, values(lambda field, value: value & ~0xffff | (value & 0xff) << 8 | value >> 8 & 0xff)),
        ("a counter starts from 0", draws("counter", "counter_hi", "counter_lo"), values(lambda field, value: 0 if field.startswith("counter") else value)),
        ("entropy is 0", draws("entropy"), values(lambda field, value: 0 if field == "entropy" else value)),
        ("randomness is never 0", draws("randomness"), values(lambda field, value: max(value, 1) if field == "randomness" else value)),
        ("a failed draw changes the state", ALL, keeps_failed()),
        ("a failed draw changes the state after resuming", no(counts_randomness), {**RESUMED, **keeps_failed(is_resumed)}),
        ("a failed draw repeats the last ID", ALL, repeats("rng")),
    ],
    "errors": [
        ("a failed draw while starting over forgets an overflow", reports_overflows, forgets_overflow()),
        ("a rollback repeats the last ID", ALL, repeats("rollback")),
        ("an overflow repeats the last ID", ALL, repeats("overflow")),
        ("a reading out of range repeats the last ID", ALL, repeats("out_of_range")),
        ("a ceiling that is crossed by an overflow changes the state", goes_on, {"count": keeps_timestamp_after_overflow}),
    ],
    "guard bits": [
        ("there are none", sets("guard_bits"), fixed(guard_bits="0")),
        ("there is always one", sets("guard_bits"), fixed(guard_bits="1")),
        ("the low bits are guarded", sets("guard_bits"), values(lambda field, value: value << 1)),
        ("too many are accepted", sets("guard_bits"), limits(lambda name, least, most: (least, HUGE if name == "guard_bits" else most))),
        ("all of them are rejected", sets("guard_bits"), limits(lambda name, least, most: (least, most - (name == "guard_bits")))),
        ("the counter never reaches them", sets("guard_bits"), {"fits": lambda right, self, counter: counter <= (1 << self.counter_bits()) - 1 >> 1 or self.counter_bits() < 2 and right(counter)}),
    ],
    "nodes": [
        ("the node ID is 0", sets_node, fixed(node_id="0", scalability="0")),
        ("the node ID loses its uppermost bit", sets("node_id"), after_configuring(without_top_bit)),
        ("the scalability has four bits", sets("scalability"), after_configuring(lambda self: value_of(self, "scalability", self.scalability % 16))),
        ("the node ID has the usual size", sets("node_id_size"), fixed(node_id_size="8")),
        ("the node ID has no bits", sets("node_id_bits"), fixed(node_id_bits="0", node_id="0")),
        ("there is no extension of the counter", sets("counter_extension_bits"), fixed(counter_extension_bits="0")),
        ("the counter always starts from 15 random bits", sets("counter_init_bits"), fixed(counter_init_bits="15")),
        ("the node ID may exceed its bits", sets("node_id"), limits(lambda name, least, most: (least, HUGE if name == "node_id" else most))),
    ],
    "settings": [
        ("no setting is rejected for being too large", lambda of: bool(of.settings), limits(lambda name, least, most: (least, HUGE))),
        ("one more than the largest setting is accepted", lambda of: bool(of.settings), limits(lambda name, least, most: (least, most + 1))),
        ("the largest settings are rejected", lambda of: bool(of.settings), limits(lambda name, least, most: (least, most - (name != "allowance_ms")))),
        ("one less than the smallest setting is accepted", sets("node_id_size", "entropy_bits"), limits(lambda name, least, most: (0, most))),
        ("the smallest settings are rejected", lambda of: bool(of.settings), limits(lambda name, least, most: (least + 1, most))),
        ("fractions of a number are dropped", ALL, configured(lambda self, ids, config: {key: value.split(".")[0] for key, value in config.items()})),
        ("a negative allowance is no allowance", ALL, configured(lambda self, ids, config: {"allowance_ms": "0"} if config["allowance_ms"].startswith("-") else {})),
    ],
    "resuming": [
        ("all generators continue after the same ID", ALL, {"last": SHARED_LAST}),
        ("the ID to resume after is ignored", ALL, fixed(resume_after="")),
        ("it is ignored without an allowance", ALL, ignored(lambda self, value: self.allowance_ms == 0)),
        ("it is ignored if it is the smallest ID", generates_ends, ignored(lambda self, value: value == self.ids.constant_bits)),
        ("it is ignored if it is the largest ID", generates_ends, ignored(lambda self, value: value == self.ids.largest)),
        ("it is ignored in the years 2109 to 2527", ALL, ignored(lambda self, value: 1 << 42 <= self.ids.unix_ms(value) < 1 << 44)),
        ("its fields are read as floating-point numbers", every(has_field(54, 160), no(sets("counter_init_bits"))), {"resume": as_floats}),
        ("a generator that can start over starts over first", ALL, {**RESUMED, "last_to_follow": starts_over_first}),
        ("starting over resumes again", ALL, {**RESUMED, "last_to_follow": resumes_again}),
        ("a failed draw while starting over forgets the ID", ALL, resumed_forgotten()),
        ("no ID can be resumed after", ALL, not_resumed(lambda self: True)),
        ("the node 0 resumes after an ID of any node", sets_node, resumes_anyway(lambda self: getattr(self, "node_id", getattr(self, "scalability", None)) == 0 and getattr(self, "node_id_bits", 1) > 0)),
        ("a counter with an extension resumes after any microsecond", sets("counter_extension_bits"), resumes_anyway(lambda self: self.has_microseconds and self.extension_bits > 0)),
    ],
}

#: Bugs that `properties.json` finds, whatever the method of a generator. In other schemes, traces find them too.
OF_ANY_METHOD = {
    "any method": [
        ("timestamps are in whole seconds", leaves_method_open, {"timestamp": lambda right, self, now: right(now) // 1000 * 1000}),
        ("timestamps have 40 bits", leaves_method_open, {"timestamp": lambda right, self, now: right(now) % (1 << 40)}),
        ("IDs of a timestamp are in descending order", leaves_method_open, {"increment": lambda right, self, source: -right(source)}),
    ],
}

#: Bugs that show only after many IDs.
OF_RUNS = {
    "many IDs": [
        ("a counter overflows at 40 000", sets("counter_init_bits"), {"fits": lambda right, self, counter: counter < 40_000 and right(counter)}),
        ("a timestamp ends at 20 000", sets("scalability"), {"fits": lambda right, self, counter: counter < 20_000 and right(counter)}),
    ],
}
