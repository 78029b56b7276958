//! Values of databases as their libraries decode them, without a database: `postgres-types`, and `diesel` for PostgreSQL and
//! MySQL. The next bytes select the scheme, and the library with its type.

use std::num::NonZeroU32;

use diesel::deserialize::FromSql;
use diesel::mysql::{Mysql, MysqlType, MysqlValue};
use diesel::pg::{Pg, PgValue};
use diesel::sql_types::{BigInt, Binary, Text};
use num_bigint::BigUint;
use postgres_types::private::BytesMut;
use postgres_types::{FromSql as FromPostgres, ToSql as ToPostgres, Type};

use crate::schemes::{
    Tested, assert_is_whole, assert_reads, of_bytes, of_text, size, with_kind, with_scheme,
};

/// The types of PostgreSQL that an input selects.
const TYPES: [Type; 12] = [
    Type::INT8,
    Type::BYTEA,
    Type::UUID,
    Type::TEXT,
    Type::VARCHAR,
    Type::BPCHAR,
    Type::INT4,
    Type::FLOAT8,
    Type::NUMERIC,
    Type::BOOL,
    Type::UUID_ARRAY,
    Type::JSONB,
];

/// The types of MySQL for numbers and for bytes.
const MYSQL_TYPES: [MysqlType; 8] = [
    MysqlType::LongLong,
    MysqlType::UnsignedLongLong,
    MysqlType::Tiny,
    MysqlType::Double,
    MysqlType::Numeric,
    MysqlType::Blob,
    MysqlType::String,
    MysqlType::Bit,
];

pub(crate) fn check(data: &[u8]) {
    let [scheme, library, value @ ..] = data else { return };
    match library % 64 {
        kind @ 5..=16 => with_scheme!(scheme, I => postgres::<I>(&TYPES[usize::from(kind - 5)], value)),
        17 => with_scheme!(scheme, I => diesel_bytes::<I>(value)),
        18 => with_scheme!(scheme, I => diesel_text::<I>(value)),
        19 => with_kind!(uuid, *scheme, I => diesel_uuid::<I>(value)),
        kind => {
            let column = MYSQL_TYPES[usize::from(kind) % MYSQL_TYPES.len()];
            with_kind!(bigint, *scheme, I => diesel_integer::<I>(column, value));
        }
    }
}

/// What a signed integer stands for in a column of integers, which only IDs of 63 bits have.
pub(crate) fn of_signed<I: Tested>(integer: i64) -> Option<BigUint> {
    let integer = BigUint::from(u64::try_from(integer).ok()?);
    (size::<I>() == 8 && I::oracle().layout.is_id(&integer)).then_some(integer)
}

/// What the bytes of a text stand for.
pub(crate) fn of_utf8<I: Tested>(text: &[u8]) -> Option<BigUint> {
    of_text::<I>(std::str::from_utf8(text).ok()?)
}

fn postgres<I: Tested + for<'a> FromPostgres<'a> + ToPostgres>(column: &Type, value: &[u8]) {
    let is_text = matches!(*column, Type::TEXT | Type::VARCHAR | Type::BPCHAR);
    let is_bytes = *column == Type::BYTEA || (*column == Type::UUID && size::<I>() == 16);
    let is_integer = *column == Type::INT8 && size::<I>() == 8;
    let accepted = is_text || is_bytes || is_integer;
    assert_eq!(<I as FromPostgres>::accepts(column), accepted, "{column}");
    assert_eq!(<I as ToPostgres>::accepts(column), accepted, "{column}");
    if !accepted {
        return;
    }
    // A `bigint` is eight big-endian bytes, which the sign keeps below those of an ID.
    let expected = if is_text { of_utf8::<I>(value) } else { of_bytes::<I>(value) };
    let found = I::from_sql(column, value);
    if let Ok(id) = &found {
        let mut written = BytesMut::new();
        id.to_sql(column, &mut written).expect("a parameter");
        assert_eq!(I::from_sql(column, &written).ok(), Some(*id));
    }
    assert_reads(&format!("{column} {value:?}"), expected, found);
}

fn of_pg<I: FromSql<ST, Pg>, ST>(value: &[u8]) -> Result<I, Box<dyn std::error::Error + Send + Sync>> {
    let oid = NonZeroU32::MIN;
    I::from_sql(PgValue::new(value, &oid))
}

fn diesel_bytes<I: Tested + FromSql<Binary, Pg> + FromSql<Binary, Mysql>>(value: &[u8]) {
    assert_reads::<I, _>("Binary of PostgreSQL", of_bytes::<I>(value), of_pg::<I, Binary>(value));
    let found = <I as FromSql<Binary, Mysql>>::from_sql(MysqlValue::new(value, MysqlType::Blob));
    assert_reads::<I, _>("Binary of MySQL", of_bytes::<I>(value), found);
}

fn diesel_text<I: Tested + FromSql<Text, Pg> + FromSql<Text, Mysql>>(value: &[u8]) {
    assert_reads::<I, _>("Text of PostgreSQL", of_utf8::<I>(value), of_pg::<I, Text>(value));
    let found = <I as FromSql<Text, Mysql>>::from_sql(MysqlValue::new(value, MysqlType::String));
    assert_reads::<I, _>("Text of MySQL", of_utf8::<I>(value), found);
}

fn diesel_uuid<I: Tested + FromSql<diesel::sql_types::Uuid, Pg>>(value: &[u8]) {
    let found = of_pg::<I, diesel::sql_types::Uuid>(value);
    assert_reads::<I, _>("Uuid of PostgreSQL", of_bytes::<I>(value), found);
}

/// MySQL sends an integer in the byte order of the client. The other types are converted, as diesel does it.
fn diesel_integer<I: Tested + FromSql<BigInt, Pg> + FromSql<BigInt, Mysql>>(column: MysqlType, value: &[u8]) {
    assert_reads::<I, _>("BigInt of PostgreSQL", of_bytes::<I>(value), of_pg::<I, BigInt>(value));
    let found = <I as FromSql<BigInt, Mysql>>::from_sql(MysqlValue::new(value, column));
    if let Ok(id) = found {
        assert_is_whole(id);
    }
    if let (MysqlType::LongLong, Ok(bytes)) = (column, <[u8; 8]>::try_from(value)) {
        assert_reads::<I, _>("BigInt of MySQL", of_signed::<I>(i64::from_ne_bytes(bytes)), found);
    }
}
