/** Worlds from this number on have cycles beside their messages; those before stay what they are. */
export const CYCLES_FROM = 10_000
