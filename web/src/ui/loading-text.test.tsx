import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { LoadingText } from './loading-text.tsx'

test('a loading text says after eight seconds that it is still working', () => {
  vi.useFakeTimers()
  render(<LoadingText>Preparing your account</LoadingText>)
  expect(screen.getByRole('status').textContent).toBe('Preparing your account')
  act(() => void vi.advanceTimersByTime(8000))
  expect(screen.getByRole('status').textContent).toContain('Still working…')
})
