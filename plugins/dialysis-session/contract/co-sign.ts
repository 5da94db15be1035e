/** What a second person signs for at the bedside: the second check, and drugs of high risk. The subject is the id of the treatment. */
export const CO_SIGN_CHECK2 = 'dialysis-session.second';
