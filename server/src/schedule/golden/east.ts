import type { Fact } from './fact.ts'

/** Asia, Australia and the Pacific. */
export const east: Fact[] = [
  {
    zone: 'Asia/Beirut',
    fact: 'Rule Lebanon, asia: +2, summer +3 from the last Sunday of March to that of October, 00:00.',
    slots: [
      ['2026-03-29T00:30', '2026-03-28T22:30Z', 'gap_shifted'],
      ['2026-10-24T23:30', '2026-10-24T20:30Z', 'overlap_first'],
    ],
  },
  {
    zone: 'Asia/Jerusalem',
    fact: 'Rule Zion, asia: +2, summer +3 from the Friday before the last Sunday of March to the last of October, 02:00.',
    slots: [
      ['2026-03-27T02:30', '2026-03-27T00:30Z', 'gap_shifted'],
      ['2026-10-25T01:30', '2026-10-24T22:30Z', 'overlap_first'],
    ],
  },
  {
    zone: 'Asia/Tehran',
    fact: 'Rule Iran, asia: +3:30; the last summer time, +4:30, from 22 March 2022 00:00 to 22 September 00:00.',
    slots: [
      ['2022-03-22T00:30', '2022-03-21T21:00Z', 'gap_shifted'],
      ['2022-09-21T23:30', '2022-09-21T19:00Z', 'overlap_first'],
      ['2026-07-01T09:00', '2026-07-01T05:30Z'],
    ],
  },
  {
    zone: 'Asia/Kathmandu',
    fact: 'asia: +5:30 until 1986, +5:45.',
    slots: [
      ['1986-01-01T00:10', '1985-12-31T18:40Z', 'gap_shifted'],
      ['2026-12-01T09:00', '2026-12-01T03:15Z'],
    ],
  },
  {
    zone: 'Asia/Pyongyang',
    fact: 'asia: +9 until 15 August 2015 00:00, +8:30 until 4 May 2018 23:30, +9.',
    slots: [
      ['2015-08-14T23:45', '2015-08-14T14:45Z', 'overlap_first'],
      ['2018-05-04T23:45', '2018-05-04T15:15Z', 'gap_shifted'],
    ],
  },
  {
    zone: 'Asia/Kolkata',
    fact: 'asia: +5:30 since 1945.',
    slots: [['2026-12-01T09:00', '2026-12-01T03:30Z']],
  },
  {
    zone: 'Australia/Lord_Howe',
    fact: 'Rule LH, australasia: +10:30, summer +11, half an hour, first Sundays of October and April, 02:00.',
    slots: [
      ['2026-10-04T02:10', '2026-10-03T15:40Z', 'gap_shifted'],
      ['2026-10-04T02:30', '2026-10-03T15:30Z'],
      ['2026-04-05T01:29', '2026-04-04T14:29Z'],
      ['2026-04-05T01:45', '2026-04-04T14:45Z', 'overlap_first'],
      ['2026-04-05T02:00', '2026-04-04T15:30Z'],
    ],
  },
  {
    zone: 'Australia/Eucla',
    fact: 'australasia: +8:45; the last summer time was in 2009.',
    slots: [['2026-12-01T09:00', '2026-12-01T00:15Z']],
  },
  {
    zone: 'Pacific/Chatham',
    fact: 'Rule Chatham, australasia: +12:45, summer +13:45 from the last Sunday of September 02:45 to the first of April 03:45.',
    slots: [
      ['2026-09-27T03:00', '2026-09-26T14:15Z', 'gap_shifted'],
      ['2026-09-27T03:45', '2026-09-26T14:00Z'],
      ['2026-04-05T02:44', '2026-04-04T12:59Z'],
      ['2026-04-05T03:00', '2026-04-04T13:15Z', 'overlap_first'],
    ],
  },
  {
    zone: 'Pacific/Norfolk',
    fact: 'Rule AN since 2019, australasia: +11, summer +12 from the first Sunday of October to that of April.',
    slots: [
      ['2026-10-04T02:30', '2026-10-03T15:30Z', 'gap_shifted'],
      ['2026-04-05T02:30', '2026-04-04T14:30Z', 'overlap_first'],
    ],
  },
  {
    zone: 'Pacific/Easter',
    fact: 'Rule Chile, southamerica: -6, summer -5, changed at the instants of Santiago, 22:00.',
    slots: [
      ['2026-09-05T22:30', '2026-09-06T04:30Z', 'gap_shifted'],
      ['2026-04-04T21:30', '2026-04-05T02:30Z', 'overlap_first'],
    ],
  },
  {
    zone: 'Pacific/Apia',
    fact: 'australasia: from -10 (summer) to +14 after 29 December 2011; no summer time since 2021.',
    slots: [
      ['2011-12-29T12:00', '2011-12-29T22:00Z'],
      ['2011-12-30T00:00', '2011-12-30T10:00Z', 'gap_shifted'],
      ['2011-12-30T12:00', '2011-12-30T22:00Z', 'gap_shifted'],
      ['2011-12-31T00:00', '2011-12-30T10:00Z'],
      ['2012-04-01T03:30', '2012-03-31T13:30Z', 'overlap_first'],
      ['2026-12-01T09:00', '2026-11-30T20:00Z'],
    ],
  },
  {
    zone: 'Pacific/Kwajalein',
    fact: 'australasia: from -12 to +12 after 20 August 1993.',
    slots: [['1993-08-21T12:00', '1993-08-22T00:00Z', 'gap_shifted']],
  },
  {
    zone: 'Pacific/Kiritimati',
    fact: 'australasia: from -10 to +14 on 31 December 1994.',
    slots: [['1994-12-31T12:00', '1994-12-31T22:00Z', 'gap_shifted']],
  },
  {
    zone: 'Pacific/Marquesas',
    fact: 'australasia: -9:30.',
    slots: [['2026-12-01T09:00', '2026-12-01T18:30Z']],
  },
]
