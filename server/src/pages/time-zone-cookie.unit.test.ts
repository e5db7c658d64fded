import { expect, test } from 'vitest'
import { readerZone } from './time-zone-cookie.ts'

const bank = { publicUrl: 'http://127.0.0.1:3000', timeZone: 'Europe/Berlin' }

test.each([
  ['time-zone=America/New_York', 'America/New_York'],
  ['sid=abc; time-zone=Pacific%2FAuckland; device=x', 'Pacific/Auckland'],
  // Each zone has one name, so that readers cannot make the bank keep the format of many.
  ['time-zone=aMERICA/nEW_york', 'America/New_York'],
  ['time-zone=Etc/GMT+5', 'Etc/GMT+5'],
])('the reader’s zone with the cookie "%s" is %s', (cookie, zone) => {
  expect(readerZone(cookie, bank)).toBe(zone)
})

test.each([
  undefined,
  '',
  'sid=abc',
  'time-zone=',
  'time-zone=Mars/Olympus',
  'time-zone=+05:30',
  'time-zone=<script>',
  'time-zone=%E0%A4%A',
  'time-zone=undefined',
  `time-zone=${'x'.repeat(10_000)}`,
  '__Host-time-zone=America/New_York',
])('the cookie "%s" is ignored: the zone is the bank’s', (cookie) => {
  expect(readerZone(cookie, bank)).toBe('Europe/Berlin')
})

test('behind HTTPS the zone is read from the cookie that only the bank’s own host can set', () => {
  const secure = { ...bank, publicUrl: 'https://bank.example' }
  expect(readerZone('__Host-time-zone=Asia/Tokyo; time-zone=Asia/Dubai', secure)).toBe('Asia/Tokyo')
  expect(readerZone('time-zone=Asia/Dubai', secure)).toBe('Europe/Berlin')
})
