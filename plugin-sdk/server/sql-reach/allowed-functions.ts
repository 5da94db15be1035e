const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/**
 * Functions of PostgreSQL that statements of plugins may call: they work out a value from what they are given. What is not here reads files, other
 * tables, settings or sessions, or runs text as a statement.
 */
export const ALLOWED_FUNCTIONS: ReadonlySet<string> = new Set([
  ...words(`abs acos age array_agg array_append array_cat array_dims array_fill array_length array_lower array_ndims array_position array_positions
    array_prepend array_remove array_replace array_sample array_shuffle array_to_json array_to_string array_upper ascii asin atan atan2 avg
    bit_and bit_length bit_or bit_xor bool_and bool_or bpchar btrim cardinality cbrt ceil ceiling char_length character_length chr clock_timestamp
    concat concat_ws convert_from convert_to corr cos cot count covar_pop covar_samp cume_dist`),
  ...words(`date date_bin date_part date_trunc decode degrees dense_rank digest div encode every exp extract factorial first_value floor format gcd
    gen_random_uuid generate_series generate_subscripts get_bit get_byte greatest hashtext hashtextextended initcap isfinite json_agg
    json_array_elements json_array_elements_text json_array_length json_build_array json_build_object json_each json_each_text
    json_extract_path json_extract_path_text json_object json_object_agg json_object_keys json_populate_record json_populate_recordset
    json_strip_nulls json_to_record json_to_recordset json_typeof`),
  ...words(`jsonb_agg jsonb_array_elements jsonb_array_elements_text jsonb_array_length jsonb_build_array jsonb_build_object jsonb_each
    jsonb_each_text jsonb_extract_path jsonb_extract_path_text jsonb_insert jsonb_object jsonb_object_agg jsonb_object_keys jsonb_path_exists
    jsonb_path_match jsonb_path_query jsonb_path_query_array jsonb_path_query_first jsonb_populate_record jsonb_populate_recordset jsonb_pretty
    jsonb_set jsonb_set_lax jsonb_strip_nulls jsonb_to_record jsonb_to_recordset jsonb_typeof justify_days justify_hours justify_interval`),
  ...words(`lag last_value lcm lead least left length like_regex ln localtime localtimestamp log log10 lower lower_inc lower_inf lpad ltrim
    make_date make_interval make_time make_timestamp make_timestamptz max md5 min mod mode multirange_agg normalize now nth_value ntile nullif
    num_nonnulls num_nulls numnode octet_length overlaps overlay percent_rank percentile_cont percentile_disc pi plainto_tsquery phraseto_tsquery
    position pow power quote_literal quote_nullable radians random range_agg range_merge rank regexp_count regexp_instr regexp_like regexp_match
    regexp_matches regexp_replace regexp_split_to_array regexp_split_to_table regexp_substr regr_avgx regr_avgy regr_count regr_intercept regr_r2
    regr_slope regr_sxx regr_sxy regr_syy repeat replace reverse right round row_number row_to_json rpad rtrim scale sha224 sha256 sha384 sha512
    sign similarity sin split_part sqrt starts_with statement_timestamp stddev stddev_pop stddev_samp string_agg string_to_array string_to_table
    strpos substr substring sum tan text timezone to_char to_date to_hex to_json to_jsonb to_number to_timestamp to_tsquery to_tsvector
    transaction_timestamp translate trim trim_array trim_scale trunc ts_headline ts_rank ts_rank_cd tsvector_to_array unistr unnest upper upper_inc
    upper_inf var_pop var_samp variance websearch_to_tsquery width_bucket`),
  // Locks that end with the transaction; keys of the shell have a space of their own.
  ...words('pg_advisory_xact_lock pg_advisory_xact_lock_shared pg_try_advisory_xact_lock pg_try_advisory_xact_lock_shared pg_column_size pg_current_xact_id'),
  // How the parser calls what is written in another way: `between symmetric`, `is distinct from`, `at time zone`, `any (…)`.
  ...words('int4 int8 float8 numeric bool interval date timestamptz timestamp varchar jsonb json uuid'),
]);
