import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { OfflineBar } from './offline-bar.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('the bar says that there is no connection for as long as there is none', () => {
  const connection = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  render(<OfflineBar />)
  expect(screen.getByRole('status').textContent).toBe('')
  connection.mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(screen.getByRole('status').textContent).toContain('You are offline')
  connection.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  expect(screen.getByRole('status').textContent).toBe('')
})
