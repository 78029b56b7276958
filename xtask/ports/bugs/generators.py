"""Injected bugs in generating IDs."""
from scheme import (
    ALL, counts, counts_randomness, draws, draws_hi, every, goes_on, has_field, leaves_method_open, long_ticks, no,
    reserves_timestamps, sets, sets_node,
)
from wrong import Changed, Rejected

USUAL_EPOCH = 1_704_067_200_000
HUGE = 1 << 300


# The configuration.

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


def allowance_ms(change):
    return after_configuring(lambda self: value_of(self, "allowance_ms", change(self.allowance_ms)))


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


def counter_after_overflow(change):
    """Changes the draws after an overflow."""
    return {"begin_after_overflow": lambda right, self, timestamp, last, source: right(timestamp, last, Changed(source, change))}


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


def removes_ceiling(error, applies=lambda self, source: True):
    """An error removes the ceiling."""
    def act(self, source):
        if applies(self, source):
            self.ceiling_unix_ms = None
    return after_error(error, act)


def is_behind(self, source):
    return self.last is not None and self.timestamp(int(source.question["now"])) < self.last[0]


# Draws and errors.

def drawn(change):
    """Changes what a generator gets from its source. `change` gets the right draw, the field and its bits."""
    return {"generate": lambda right, self, source: right(Changed(source, change))}


def values(change):
    return drawn(lambda draw, field, bits: change(field, draw(field, bits)))


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


def keeps_overflow(right, self, last, source):
    try:
        return right(last, source)
    except Rejected as rejected:
        if rejected.args[0] == "overflow":
            self.last = last[0], last[1] + int(source.question.get("draw_increment", 1))
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


reports_overflows = no(goes_on)
generates_ends = every(no(reserves_timestamps), no(sets_node))

BUGS = {
    "rollback": [
        ("the allowance is cut to whole milliseconds from a fraction of a second", ALL, allowance_ms(lambda ms: ms - (ms % 1000 > 0))),
        ("the allowance has 48 bits", ALL, allowance_ms(lambda ms: ms % (1 << 48))),
        ("the rollback has 32 bits", ALL, tolerated(lambda rollback: max(rollback, 0) % (1 << 32))),
        ("a jump forward is a rollback", ALL, tolerated(abs)),
    ],
    "rounding": [
        ("the allowance is rounded to the nearest tick", long_ticks, {"allowance": lambda right, self: (self.allowance_ms + 128) // 256}),
    ],
    "reserved": [
        ("the last usable timestamp is rejected", ALL, usable(lambda timestamp, first, last: first <= timestamp < last)),
        ("the timestamp 0 is used", reserves_timestamps, usable(lambda timestamp, first, last: timestamp <= last)),
        ("does not resume after the last usable timestamp", ALL, not_resumed(lambda self: self.last[0] == self.last_timestamp())),
    ],
    "overflow": [
        ("it comes one ID early", ALL, {"fits": lambda right, self, counter: right(counter + 1)}),
        ("it takes a microsecond beyond the last", sets("clock"), {"timestamp_after_overflow": microsecond_past_the_last}),
        ("it does not take the last timestamp", goes_on, {"timestamp_after_overflow": not_the_last}),
        ("only the low 16 bits of the timestamp move", goes_on, low_timestamp_bits(16)),
        ("the counter never starts from 0", goes_on, counter_after_overflow(lambda draw, field, bits: max(draw(field, bits), 1))),
        ("the state changes although the call fails", reports_overflows, {"count": keeps_overflow}),
    ],
    "increments": [
        ("only the low 16 bits count", counts, low_bits(16)),
        ("only the low 64 bits count", counts_randomness, low_bits(64)),
        ("counter_hi stays at half of its range", draws_hi, following(lambda last, counter: counter - (counter == 0x80_0000 << 24) * (1 << 24))),
    ],
    "renewal": [
        ("the time since a renewal has 32 bits", draws_hi, renews(lambda ms: ms % (1 << 32) >= 1000)),
        ("counter_hi is renewed at each second of the clock", draws_hi, renewed_at(lambda timestamp: timestamp // 1000 * 1000)),
        ("a renewal by an overflow is remembered although a draw fails", draws_hi, keeps_renewal(lambda now, last: now == last)),
        ("starting over forgets the renewal although a draw fails", draws_hi, keeps_renewal(lambda now, last: now < last)),
    ],
    "ceiling": [
        ("a ceiling of 0 is no ceiling", ALL, reached(lambda at, ceiling: ceiling > 0 and at >= ceiling)),
        ("the ceiling wraps in microseconds", ALL, reached(lambda at, ceiling: at >= ceiling * 1000 % (1 << 64) // 1000)),
        ("it is compared with an ID that has the usual epoch", sets("epoch_unix_ms"), {"unix_ms": lambda right, self, timestamp: timestamp + USUAL_EPOCH}),
        ("an ID that is resumed after is not compared", ALL, {**RESUMED, "last_to_follow": resumed_without_ceiling}),
        ("the ceiling can't be lowered", ALL, replaced(max)),
        ("a ceiling beyond the last timestamp is that timestamp", ALL, {"set_ceiling": lambda right, self, unix_ms: right(min(unix_ms, self.unix_ms(self.last_timestamp())))}),
        ("a failed draw for the first ID removes it", ALL, removes_ceiling("rng", lambda self, source: self.last is None)),
        ("a failed draw while starting over removes it", ALL, removes_ceiling("rng", is_behind)),
        ("a rollback beyond the allowance removes it", ALL, removes_ceiling("rollback")),
        ("it comes before the end of time", goes_on, {"timestamp_after_overflow": ceiling_before_end}),
        ("it comes before a reading that is too large", ALL, {"check_reading": ceiling_before_range}),
        ("the rollback comes first", ALL, {"check_reading": without_ceiling, "last_to_follow": rollback_first}),
    ],
    "draws": [
        ("the uppermost bit of 16 is dropped", ALL, values(lambda field, value: value & ~0x8000)),
        ("randomness is never 0", draws("randomness"), values(lambda field, value: max(value, 1) if field == "randomness" else value)),
    ],
    "errors": [
        ("a failed draw while starting over forgets an overflow", reports_overflows, forgets_overflow()),
        ("an overflow repeats the last ID", ALL, repeats("overflow")),
    ],
    "nodes": [
        ("the node ID loses its uppermost bit", sets("node_id"), after_configuring(without_top_bit)),
        ("the node ID may exceed its bits", sets("node_id"), limits(lambda name, least, most: (least, HUGE if name == "node_id" else most))),
    ],
    "settings": [
        ("one less than the smallest setting is accepted", sets("node_id_size", "entropy_bits"), limits(lambda name, least, most: (0, most))),
    ],
    "resuming": [
        ("it is ignored without an allowance", ALL, ignored(lambda self, value: self.allowance_ms == 0)),
        ("it is ignored if it is the smallest ID", generates_ends, ignored(lambda self, value: value == self.ids.constant_bits)),
        ("it is ignored if it is the largest ID", generates_ends, ignored(lambda self, value: value == self.ids.largest)),
        ("its fields are read as floating-point numbers", every(has_field(54, 160), no(sets("counter_init_bits"))), {"resume": as_floats}),
        ("starting over resumes again", ALL, {**RESUMED, "last_to_follow": resumes_again}),
        ("a failed draw while starting over forgets the ID", ALL, resumed_forgotten()),
        ("the node 0 resumes after an ID of any node", sets_node, resumes_anyway(lambda self: getattr(self, "node_id", getattr(self, "scalability", None)) == 0 and getattr(self, "node_id_bits", 1) > 0)),
        ("a counter with an extension resumes after any microsecond", sets("counter_extension_bits"), resumes_anyway(lambda self: self.has_microseconds and self.extension_bits > 0)),
    ],
}

#: Bugs that `properties.json` finds, whatever the method of a generator. In other schemes, traces find them too.
OF_ANY_METHOD = {
    "any method": [
        ("timestamps are in whole seconds", leaves_method_open, {"timestamp": lambda right, self, now: right(now) // 1000 * 1000}),
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
