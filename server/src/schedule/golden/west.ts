import type { Fact } from './fact.ts'

/** Europe, the Americas and Africa. */
export const west: Fact[] = [
  {
    zone: 'UTC',
    fact: 'Never changes (etcetera).',
    slots: [
      ['2026-12-01T09:00', '2026-12-01T09:00Z'],
      ['2028-02-29T23:59', '2028-02-29T23:59Z'],
    ],
  },
  {
    zone: 'Europe/Berlin',
    fact: 'Rule EU, europe: +1, summer +2 from the last Sunday of March to that of October at 01:00 UTC.',
    slots: [
      ['2026-12-01T09:00', '2026-12-01T08:00Z'],
      ['2026-07-01T09:00', '2026-07-01T07:00Z'],
      ['2026-03-29T01:59', '2026-03-29T00:59Z'],
      ['2026-03-29T02:00', '2026-03-29T01:00Z', 'gap_shifted'],
      ['2026-03-29T02:30', '2026-03-29T01:30Z', 'gap_shifted'],
      ['2026-03-29T02:59', '2026-03-29T01:59Z', 'gap_shifted'],
      ['2026-03-29T03:00', '2026-03-29T01:00Z'],
      ['2026-10-25T01:59', '2026-10-24T23:59Z'],
      ['2026-10-25T02:00', '2026-10-25T00:00Z', 'overlap_first'],
      ['2026-10-25T02:30', '2026-10-25T00:30Z', 'overlap_first'],
      ['2026-10-25T02:59', '2026-10-25T00:59Z', 'overlap_first'],
      ['2026-10-25T03:00', '2026-10-25T02:00Z'],
      ['2027-03-28T02:30', '2027-03-28T01:30Z', 'gap_shifted'],
      ['2027-10-31T02:30', '2027-10-31T00:30Z', 'overlap_first'],
    ],
  },
  {
    zone: 'Europe/London',
    fact: 'Rule EU, europe: 0, summer +1; +1 all year from 1968 to 31 October 1971, 02:00 UTC.',
    slots: [
      ['2026-03-29T01:30', '2026-03-29T01:30Z', 'gap_shifted'],
      ['2026-10-25T01:30', '2026-10-25T00:30Z', 'overlap_first'],
      ['1971-01-15T09:00', '1971-01-15T08:00Z'],
      ['1971-10-31T02:30', '1971-10-31T01:30Z', 'overlap_first'],
    ],
  },
  {
    zone: 'Europe/Dublin',
    fact: 'Written with negative summer time (europe, Rule Eire); its clocks are those of London.',
    slots: [
      ['2026-03-29T01:30', '2026-03-29T01:30Z', 'gap_shifted'],
      ['2026-10-25T01:30', '2026-10-25T00:30Z', 'overlap_first'],
    ],
  },
  {
    zone: 'Atlantic/Azores',
    fact: 'Rule EU, europe: -1, summer 0; the change at 01:00 UTC is midnight.',
    slots: [
      ['2026-03-29T00:30', '2026-03-29T01:30Z', 'gap_shifted'],
      ['2026-10-25T00:30', '2026-10-25T00:30Z', 'overlap_first'],
    ],
  },
  {
    zone: 'America/Nuuk',
    fact: 'Rule EU since 2023, europe: -2, summer -1; the change at 01:00 UTC is 23:00 on Saturday.',
    slots: [
      ['2026-03-28T23:30', '2026-03-29T01:30Z', 'gap_shifted'],
      ['2026-10-24T23:30', '2026-10-25T00:30Z', 'overlap_first'],
    ],
  },
  {
    zone: 'Antarctica/Troll',
    fact: 'Rule Troll, antarctica: 0, in summer +2, two hours at once, when Europe changes.',
    slots: [
      ['2026-03-29T01:00', '2026-03-29T01:00Z', 'gap_shifted'],
      ['2026-03-29T02:59', '2026-03-29T02:59Z', 'gap_shifted'],
      ['2026-03-29T03:00', '2026-03-29T01:00Z'],
      ['2026-10-25T01:00', '2026-10-24T23:00Z', 'overlap_first'],
      ['2026-10-25T02:30', '2026-10-25T00:30Z', 'overlap_first'],
    ],
  },
  {
    zone: 'America/New_York',
    fact: 'Rule US, northamerica: -5, summer -4 from the second Sunday of March to the first of November, 02:00; until 2006 from the first of April to the last of October.',
    slots: [
      ['2026-03-08T02:30', '2026-03-08T07:30Z', 'gap_shifted'],
      ['2026-11-01T01:30', '2026-11-01T05:30Z', 'overlap_first'],
      ['2027-03-14T02:00', '2027-03-14T07:00Z', 'gap_shifted'],
      ['2026-07-04T12:00', '2026-07-04T16:00Z'],
      ['2006-03-12T02:30', '2006-03-12T07:30Z'],
      ['2006-04-02T02:30', '2006-04-02T07:30Z', 'gap_shifted'],
      ['2006-10-29T01:30', '2006-10-29T05:30Z', 'overlap_first'],
    ],
  },
  {
    zone: 'America/St_Johns',
    fact: 'Rule StJohns, northamerica: -3:30; changed at 00:01 until 2011, at 02:00 since; by two hours in 1988.',
    slots: [
      ['1988-04-03T00:30', '1988-04-03T04:00Z', 'gap_shifted'],
      ['1988-04-03T02:00', '1988-04-03T05:30Z', 'gap_shifted'],
      ['2006-04-02T00:00', '2006-04-02T03:30Z'],
      ['2006-04-02T00:30', '2006-04-02T04:00Z', 'gap_shifted'],
      ['2006-10-28T23:30', '2006-10-29T02:00Z', 'overlap_first'],
      ['2006-10-29T00:00', '2006-10-29T02:30Z', 'overlap_first'],
      ['2026-03-08T02:30', '2026-03-08T06:00Z', 'gap_shifted'],
      ['2026-11-01T01:30', '2026-11-01T04:00Z', 'overlap_first'],
    ],
  },
  {
    zone: 'America/Havana',
    fact: 'Rule Cuba, northamerica: -5, summer -4 from the second Sunday of March 00:00 to the first of November 01:00.',
    slots: [
      ['2026-03-08T00:30', '2026-03-08T05:30Z', 'gap_shifted'],
      ['2026-11-01T00:30', '2026-11-01T04:30Z', 'overlap_first'],
    ],
  },
  {
    zone: 'America/Santiago',
    fact: 'Rule Chile, southamerica: -4, summer -3; the first Sunday after 1 September 04:00 UTC, after 1 April 03:00 UTC.',
    slots: [
      ['2026-09-06T00:30', '2026-09-06T04:30Z', 'gap_shifted'],
      ['2026-04-04T23:30', '2026-04-05T02:30Z', 'overlap_first'],
    ],
  },
  {
    zone: 'America/Sao_Paulo',
    fact: 'Rule Brazil, southamerica: -3, summer -2 last from 4 November 2018 to 17 February 2019, at midnight.',
    slots: [
      ['2018-11-04T00:30', '2018-11-04T03:30Z', 'gap_shifted'],
      ['2019-02-16T23:30', '2019-02-17T01:30Z', 'overlap_first'],
      ['2026-12-01T09:00', '2026-12-01T12:00Z'],
    ],
  },
  {
    zone: 'America/Caracas',
    fact: 'southamerica: -4 until 9 December 2007 03:00, -4:30 until 1 May 2016 02:30, -4.',
    slots: [
      ['2007-12-09T02:45', '2007-12-09T06:45Z', 'overlap_first'],
      ['2016-05-01T02:45', '2016-05-01T07:15Z', 'gap_shifted'],
    ],
  },
  {
    zone: 'America/Mexico_City',
    fact: 'Rule Mexico, northamerica: -6; the last summer time was in 2022.',
    slots: [
      ['2022-04-03T02:30', '2022-04-03T08:30Z', 'gap_shifted'],
      ['2026-07-01T09:00', '2026-07-01T15:00Z'],
    ],
  },
  {
    zone: 'America/Phoenix',
    fact: 'northamerica: -7 all year since 1968.',
    slots: [['2026-07-01T09:00', '2026-07-01T16:00Z']],
  },
  {
    zone: 'Africa/Cairo',
    fact: 'Rule Egypt, africa: +2, summer +3 since 2023 from the last Friday of April to the last Thursday of October, 24:00.',
    slots: [
      ['2026-04-24T00:30', '2026-04-23T22:30Z', 'gap_shifted'],
      ['2026-10-29T23:30', '2026-10-29T20:30Z', 'overlap_first'],
    ],
  },
  {
    zone: 'Africa/Casablanca',
    fact: 'Rule Morocco, africa: +1, but 0 in Ramadan: 2026 from 15 February 03:00 to 22 March 02:00.',
    slots: [
      ['2026-02-15T02:30', '2026-02-15T01:30Z', 'overlap_first'],
      ['2026-03-01T09:00', '2026-03-01T09:00Z'],
      ['2026-03-22T02:30', '2026-03-22T02:30Z', 'gap_shifted'],
      ['2026-04-01T09:00', '2026-04-01T08:00Z'],
    ],
  },
  {
    zone: 'Africa/Khartoum',
    fact: 'africa: +3 until 1 November 2017 00:00, +2.',
    slots: [['2017-10-31T23:30', '2017-10-31T20:30Z', 'overlap_first']],
  },
  {
    zone: 'Africa/Monrovia',
    fact: 'africa: -0:44:30 until 7 January 1972, 0.',
    slots: [
      ['1972-01-06T12:00', '1972-01-06T12:44:30Z'],
      ['1972-01-07T00:30', '1972-01-07T01:14:30Z', 'gap_shifted'],
    ],
  },
  {
    zone: 'Europe/Moscow',
    fact: 'europe: +3, summer until 27 March 2011, then +4, from 26 October 2014 02:00 on +3.',
    slots: [
      ['2011-03-27T02:30', '2011-03-26T23:30Z', 'gap_shifted'],
      ['2014-10-26T01:30', '2014-10-25T21:30Z', 'overlap_first'],
    ],
  },
  {
    zone: 'Europe/Istanbul',
    fact: 'europe: +2 and summer as the EU (at 01:00 UTC, 03:00) until 7 September 2016, then +3.',
    slots: [
      ['2016-03-27T03:30', '2016-03-27T01:30Z', 'gap_shifted'],
      ['2026-12-01T09:00', '2026-12-01T06:00Z'],
    ],
  },
]
