import * as bank from '@bank/e2e/bank'
import type { Locator, Page } from '@playwright/test'

/** Finds a part of a page. */
export type Find = (page: Page) => Locator

export const role =
  (...wanted: Parameters<Page['getByRole']>): Find =>
  (page) =>
    page.getByRole(...wanted)

export const button = (name: string | RegExp): Find =>
  role('button', { name, exact: typeof name === 'string' })
export const table = role('table')
/** The first row under the headings. */
export const firstRow: Find = (page) => table(page).getByRole('row').nth(1)
export const alert = role('alert')
export const dialog = role('dialog')
export const alertDialog = role('alertdialog')
export const confirmation = role('dialog', { name: 'Confirm it’s you' })

export const text =
  (words: string | RegExp): Find =>
  (page) =>
    page.getByText(words)

/** The page's heading. */
export const heading =
  (title: string | RegExp = /./): Find =>
  (page) =>
    bank.heading(page).filter({ hasText: title })

/** A form control by the specification's field name. */
export const field =
  (name: string): Find =>
  (page) =>
    bank.field(page, name)

/** The error under a form control. */
export const fieldError =
  (name: string): Find =>
  (page) =>
    bank.fieldError(page, name)

/** Finds either part: the screen differs by the window's width. */
export const either =
  (one: Find, other: Find): Find =>
  (page) =>
    one(page).or(other(page))
