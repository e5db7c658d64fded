import type { Page } from '@playwright/test'

export const themes = ['light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** Changes the theme of the open page by its switch, if it has one: a reload would close a dialog and empty a form. */
export function setTheme(page: Page, theme: Theme): Promise<void> {
  return page.evaluate((dark) => {
    const { classList } = document.documentElement
    if (classList.contains('dark') === dark) return
    const switches = document.querySelectorAll<HTMLElement>('button[role=switch]')
    const themeSwitch = [...switches].find(({ textContent }) => textContent === 'Dark theme')
    if (themeSwitch) themeSwitch.click()
    else classList.toggle('dark', dark)
  }, theme === 'dark')
}
