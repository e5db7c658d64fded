import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { noteBankBuild } from '../api/bank-build.ts'
import { publicConfig } from '../public-config.ts'
import { StatusBar } from './status-bar.tsx'

test('the status bar says that the browser is offline for as long as it is', () => {
  const connection = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  render(<StatusBar />)
  expect(screen.getByRole('status').textContent).toBe('')
  connection.mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(screen.getByRole('status').textContent).toContain('You’re offline')
  connection.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  expect(screen.getByRole('status').textContent).toBe('')
})

test('the status bar offers to reload once an answer comes from another build of the bank, and not before', () => {
  Object.assign(publicConfig, { build: 'monday' })
  const answerOf = (build: string) => new Response(null, { headers: { 'bank-build': build } })
  const reload = vi.fn()
  vi.spyOn(window, 'location', 'get').mockReturnValue({ ...window.location, reload })
  render(<StatusBar />)
  act(() => noteBankBuild(answerOf('monday')))
  act(() => noteBankBuild(new Response(null)))
  expect(screen.getByRole('status').textContent).toBe('')
  act(() => noteBankBuild(answerOf('tuesday')))
  expect(screen.getByRole('status').textContent).toContain('The bank has been updated')
  act(() => screen.getByRole('button', { name: 'Reload' }).click())
  expect(reload).toHaveBeenCalledTimes(1)
})
