import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Toaster } from 'sonner'
import { expect, test } from 'vitest'
import { useSending } from './use-sending.ts'

test('the outcome of money whose answer was late stays on the screen, also while the toast before it goes', async () => {
  const answer = Promise.withResolvers<string>()
  const uncertain = Promise.withResolvers<void>()
  function Form() {
    const { send, uncertainId } = useSending<void, string>({
      subject: 'transfer',
      texts: { busy: 'Sending...', done: (text) => text },
      act: async (_, { onUncertain }) => {
        await uncertain.promise
        onUncertain('id')
        return answer.promise
      },
      onBooked: () => {},
      readAgain: async () => {},
      onSent: () => {},
      onRefused: () => {},
    })
    return (
      <button type="button" onClick={() => send()}>
        {uncertainId ? 'Checking' : 'Send'}
      </button>
    )
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Form />
      <Toaster />
    </QueryClientProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  const busy = await toastOf('Sending...')
  uncertain.resolve()
  await waitFor(() => expect(busy.dataset.removed).toBe('true'))
  answer.resolve('$40.00 moved')
  expect((await toastOf('$40.00 moved')).dataset.removed).toBe('false')
  await waitFor(() => expect(screen.queryByText('Sending...')).toBeNull())
  expect(screen.getByText('$40.00 moved')).toBeDefined()
})

async function toastOf(text: string): Promise<HTMLElement> {
  return (await screen.findByText(text)).closest<HTMLElement>('[data-sonner-toast]')!
}
