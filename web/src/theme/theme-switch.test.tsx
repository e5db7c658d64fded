import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ThemeSwitch } from './theme-switch.tsx'

test('the theme switch turns the whole page dark and back, and remembers it', async () => {
  render(<ThemeSwitch />)
  const theme = screen.getByRole('switch', { name: 'Dark theme' })
  expect(theme.getAttribute('aria-checked')).toBe('false')
  await userEvent.click(theme)
  expect(theme.getAttribute('aria-checked')).toBe('true')
  expect(document.documentElement.classList.contains('dark')).toBe(true)
  expect(localStorage.getItem('theme')).toBe('dark')
  await userEvent.click(theme)
  expect(document.documentElement.classList.contains('dark')).toBe(false)
  expect(localStorage.getItem('theme')).toBe('light')
})
