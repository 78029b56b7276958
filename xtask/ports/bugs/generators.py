"""Injected bugs in generating IDs."""
from .changes import ALL, FLAKES, SCRUS, ULIDS, after, at_start, before, without

MOVING_ON, WITH_NODE_ID = (*SCRUS, "uuid7"), ("scru160", "scru64")
WITHOUT_NODE = ("ulid", "ulid-flake", "uuid7")
STARTS_OVER = 'self.last and self.resets and not self.is_tolerated(self.rollback(self.timestamp(int(source.question["now"]))))'
COUNTED, FITS = "return (last[0], counter, *last[2:])", "return counter < 1 << self.counter_bits()"
REACHED, RESUMED = "unix_ms >= self.ceiling_unix_ms", "        self.last = timestamp, counter"
USABLE, OVERFLOW, DUE = "return self.first_timestamp <= timestamp <= self.last_timestamp()", "if not self.moves_on or timestamp == self.last_timestamp():", "timestamp - last[2] >= 1000"
BEGUN, BELOW, FOLLOWED = "        return self.begin_after_overflow(timestamp, last, source)", "        self.stay_below_ceiling(self.last[0])", "        last = self.last_to_follow(timestamp)"


def configured(code):
    """Changes the generator after it has read its configuration."""
    return after("        self.configure(config)", code)


def limits(code):
    """Changes the range of a setting."""
    return at_start("setting(config, name, least, most)", code)


def rollback(change):
    return at_start("is_tolerated(self, rollback)", f"rollback = {change}")


def following(counter):
    """Changes the counter of the next ID in the same timestamp."""
    return {COUNTED: f"return (last[0], {counter}, *last[2:])"}


def draws(change):
    """Changes what a generator gets from its source."""
    return before("        timestamp = self.timestamp(source.now())", f"draw = source.draw\nsource.draw = lambda field, bits: {change}")


def after_error(condition, code):
    """Does something to a generator whose call fails, if this holds for the `error` and for the `previous` error."""
    generate = "    def generate(self, source):\n"
    return {generate: f"""    error = None
{generate}        previous, self.error = self.error, None
        try:
            return self.generate_well(source)
        except Rejected as rejected:
            error = self.error = rejected.args[0]
            if {condition}:
                {code}
            raise

    def generate_well(self, source):
"""}


def removes_ceiling(condition):
    return after_error(condition, "self.ceiling_unix_ms = None")


def keeps_renewal(condition):
    """Remembers the renewal of a call that fails."""
    code = f"if self.last and timestamp {condition} self.last[0]:\n    self.last = (*self.last[:2], *following[2:])"
    return before("        value = self.put_together(*following[:2], self.draw_rest(source))", code)


FORGETS_RENEWAL = after(FOLLOWED, "if self.last and last is None:\n    self.last = self.last[:2]")


def ignored(condition):
    """Ignores some IDs to resume after."""
    return after(RESUMED, f"if {condition}:\n    self.last = None")


def resumes_anyway(condition):
    """Resumes after an ID that a generator with these settings doesn't generate."""
    code = f"if {condition}:\n    self.last = self.take_apart(self.ids.to_fields(self.ids.from_text(text)))[:2]\n    return"
    return at_start("resume(self, text)", code)


#: Remembers the ID to resume after.
REMEMBERED = {RESUMED: "        self.last = self.resumed = timestamp, counter", 'counter_name = "counter"\n': 'counter_name, resumed = "counter", None\n'}

BUGS = {
    "rollback": [
        ("the allowance is cut to whole milliseconds from a fraction of a second", ALL, configured("self.allowance_ms -= self.allowance_ms % 1000 > 0")),
        ("the allowance has 48 bits", ALL, configured("self.allowance_ms %= 1 << 48")),
        ("the rollback has 32 bits", ALL, rollback("max(rollback, 0) % (1 << 32)")),
        ("a jump forward is a rollback", ALL, rollback("abs(rollback)")),
    ],
    "rounding": [
        ("the allowance is rounded to the nearest tick", ("scru64",), {"return self.allowance_ms // self.ids.tick_ms": "return (self.allowance_ms + 128) // 256"}),
    ],
    "reserved": [
        ("the last usable timestamp is rejected", ALL, {USABLE: USABLE.replace("<= self.last", "< self.last")}),
        ("the timestamp 0 is used", SCRUS, {USABLE: "return timestamp <= self.last_timestamp()"}),
        ("does not resume after the last usable timestamp", ALL, before(RESUMED, 'if timestamp == self.last_timestamp():\n    raise Rejected("resume_after")')),
    ],
    "overflow": [
        ("it comes one ID early", ALL, {FITS: FITS.replace("counter <", "counter + 1 <")}),
        # In milliseconds, the timestamp is the first with 49 bits.
        ("it takes a microsecond beyond the last", ("scru160",), at_start("timestamp_after_overflow(self, timestamp)", "if timestamp >> 48:\n    return timestamp + 1")),
        ("it does not take the last timestamp", MOVING_ON, {OVERFLOW: OVERFLOW.replace("timestamp ==", "timestamp + 1 >=")}),
        ("only the low 16 bits of the timestamp move", MOVING_ON, {"return timestamp + 1": "return timestamp >> 16 << 16 | (timestamp + 1) % (1 << 16)"}),
        ("the counter never starts from 0", MOVING_ON, {BEGUN: BEGUN.replace("return", "timestamp, counter, *rest =") + "\n        return timestamp, counter + (counter % (1 << 24) == 0), *rest"}),
        ("the state changes although the call fails", ULIDS, before("        timestamp = self.timestamp_after_overflow(last[0])", "self.last = last[0], counter")),
    ],
    "increments": [
        ("only the low 16 bits count", without(*FLAKES), following("last[1] >> 16 << 16 | counter % (1 << 16)")),
        ("only the low 64 bits count", ("ulid",), following("last[1] >> 64 << 64 | counter % (1 << 64)")),
        ("counter_hi stays at half of its range", ("scru128",), following("counter - (counter == 0x80_0000 << 24) * (1 << 24)")),
    ],
    "renewal": [
        ("the time since a renewal has 32 bits", ("scru128",), {DUE: "(timestamp - last[2]) % (1 << 32) >= 1000"}),
        ("counter_hi is renewed at each second of the clock", ("scru128",), {"| counter_lo, timestamp\n": "| counter_lo, timestamp // 1000 * 1000\n"}),
        ("a renewal by an overflow is remembered although a draw fails", ("scru128",), keeps_renewal("==")),
        ("starting over forgets the renewal although a draw fails", ("scru128",), {**FORGETS_RENEWAL, **keeps_renewal("<")}),
    ],
    "ceiling": [
        ("a ceiling of 0 is no ceiling", ALL, {REACHED: f"self.ceiling_unix_ms > 0 and {REACHED}"}),
        ("the ceiling wraps in microseconds", ALL, {REACHED: f"{REACHED} * 1000 % (1 << 64) // 1000"}),
        ("it is compared with an ID that has the usual epoch", FLAKES, {"return timestamp * self.ids.tick_ms + self.epoch_unix_ms()": "return timestamp + self.ids.epoch_unix_ms"}),
        ("an ID that is resumed after is not compared", ALL, {**REMEMBERED, BELOW: f"        if self.last is not self.resumed:\n    {BELOW}"}),
        ("the ceiling can't be lowered", ALL, {"self.ceiling_unix_ms = unix_ms": "self.ceiling_unix_ms = max(unix_ms, self.ceiling_unix_ms or 0)"}),
        ("a ceiling beyond the last timestamp is that timestamp", ALL, {"self.ceiling_unix_ms = unix_ms": "self.ceiling_unix_ms = min(unix_ms, self.unix_ms(self.last_timestamp()))"}),
        ("a failed draw for the first ID removes it", ALL, removes_ceiling('error == "rng" and self.last is None')),
        ("a failed draw while starting over removes it", ALL, removes_ceiling('error == "rng" and self.last and self.timestamp(int(source.question["now"])) < self.last[0]')),
        ("a rollback beyond the allowance removes it", ALL, removes_ceiling('error == "rollback"')),
        ("it comes before the end of time", MOVING_ON, at_start("timestamp_after_overflow(self, timestamp)", "self.stay_below_ceiling(timestamp + 1)")),
        ("it comes before a reading that is too large", ALL, at_start("check_reading(self, timestamp)", "if timestamp >= 0:\n    self.stay_below_ceiling(timestamp)")),
        ("the rollback comes first", ALL, {
            'raise Rejected("out_of_range")\n        self.stay_below_ceiling(timestamp)': 'raise Rejected("out_of_range")', f"{BELOW}\n": "",
            **after(FOLLOWED, "for at in (timestamp, *(self.last or ())[:1]):\n    self.stay_below_ceiling(at)"),
        }),
    ],
    "draws": [
        ("the uppermost bit of 16 is dropped", ALL, draws("draw(field, bits) & ~0x8000")),
        ("randomness is never 0", ULIDS, draws('max(draw(field, bits), int(field == "randomness"))')),
    ],
    "errors": [
        ("a failed draw while starting over forgets an overflow", ULIDS, after_error(f'error == "rng" and previous == "overflow" and {STARTS_OVER}', "self.last = None")),
        ("an overflow repeats the last ID", ALL, {
            **after_error('error == "overflow" and self.value is not None', "return self.value"), "self.last = following": "self.last, self.value = following, value",
            'counter_name = "counter"\n': 'counter_name, value = "counter", None\n',
        }),
    ],
    "nodes": [
        ("the node ID loses its uppermost bit", WITH_NODE_ID, configured('self.node_id &= ~(1 << getattr(self, "node_id_bits", getattr(self, "node_id_size", 0)) >> 1)')),
        ("the node ID may exceed its bits", WITH_NODE_ID, limits('most = 1 << 300 if name == "node_id" else most')),
    ],
    "settings": [
        ("one less than the smallest setting is accepted", ("scru64", *FLAKES), limits("least = 0")),
    ],
    "resuming": [
        ("it is ignored without an allowance", ALL, ignored("self.allowance_ms == 0")),
        ("it is ignored if it is the smallest ID", WITHOUT_NODE, ignored("value == self.ids.constant_bits")),
        ("it is ignored if it is the largest ID", WITHOUT_NODE, ignored("value == self.ids.largest")),
        ("its fields are read as floating-point numbers", ("ulid", "uuid7"), before(
            "        timestamp, counter, rest = self.take_apart(self.ids.to_fields(value))",
            "largest = self.ids.to_fields(self.ids.largest)\n"
            "value = self.ids.join({name: min(int(float(field)), largest[name]) for name, field in self.ids.to_fields(value).items()})",
        )),
        ("starting over resumes again", ALL, {**REMEMBERED, **after(FOLLOWED, "if last is None and self.resumed and self.resumed[0] - timestamp <= self.allowance():\n    last = self.resumed")}),
        ("a failed draw while starting over forgets the ID", ALL, {**REMEMBERED, **after_error(f'error == "rng" and self.last is self.resumed and {STARTS_OVER}', "self.last = None")}),
        ("the node 0 resumes after an ID of any node", (*WITH_NODE_ID, "ulid-flake-scalable"), resumes_anyway('getattr(self, "node_id", getattr(self, "scalability", 1)) == 0 < getattr(self, "node_id_bits", 1)')),
        ("a counter with an extension resumes after any microsecond", ("scru160",), resumes_anyway("self.has_microseconds and self.extension_bits > 0")),
    ],
}

#: Bugs that `properties.json` finds, whatever the method of a generator. In other schemes, traces find them too.
OF_ANY_METHOD = {
    "any method": [
        ("timestamps are in whole seconds", ("uuid7",), {"return (now - self.epoch_unix_ms()) // self.ids.tick_ms": "return now // 1000 * 1000"}),
        ("IDs of a timestamp are in descending order", ("uuid7",), {"        return 1\n": "        return -1\n"}),
    ],
}

#: Bugs that show only after many IDs.
OF_RUNS = {
    "many IDs": [
        ("a counter overflows at 40 000", ("scru160",), {FITS: f"{FITS} and counter < 40_000"}),
        ("a timestamp ends at 20 000", ("ulid-flake-scalable",), {FITS: f"{FITS} and counter < 20_000"}),
    ],
}
