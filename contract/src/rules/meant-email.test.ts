import { describe, expect, test } from 'vitest'
import { meantEmail } from './meant-email.ts'

describe('the e-mail that was probably meant', () => {
  for (const [typed, meant] of [
    ['max@gmial.com', 'max@gmail.com'],
    ['max@gmai.com', 'max@gmail.com'],
    ['max@gmaill.com', 'max@gmail.com'],
    ['max@gnail.com', 'max@gmail.com'],
    ['max@gmail.con', 'max@gmail.com'],
    ['max@gmail.cm', 'max@gmail.com'],
    ['max@gmailcom', 'max@gmail.com'],
    [' Max@GMIAL.com ', 'max@gmail.com'],
    ['max@hotmial.com', 'max@hotmail.com'],
    ['max@outlok.com', 'max@outlook.com'],
    ['max@yaho.com', 'max@yahoo.com'],
    ['max@iclould.com', 'max@icloud.com'],
    ['max@t-onlin.de', 'max@t-online.de'],
    ['"a@b"@gmial.com', '"a@b"@gmail.com'],
  ] as const) {
    test(`the e-mail ${typed} was probably meant as ${meant}`, () => {
      expect(meantEmail(typed)).toBe(meant)
    })
  }
  for (const typed of [
    '',
    'max',
    '@gmial.com',
    'max@',
    'max@gmail.com',
    'MAX@Gmail.com',
    'max@ymail.com',
    'max@mail.com',
    'max@gmx.de',
    'max@web.de',
    'max@yahoo.co.uk',
    'max@yahoo.de',
    'max@hotmail.fr',
    'max@gmailer.com',
    'max@example.com',
    `max@${'g'.repeat(10_000)}`,
  ]) {
    test(`the e-mail ${typed.slice(0, 30)} is not questioned`, () => {
      expect(meantEmail(typed)).toBeUndefined()
    })
  }
})
