import { endpoints } from '@bank/contract/endpoints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { announce } from '../api/announce.ts'
import { call } from '../api/call.ts'
import { useAccountChoice } from '../api/chosen-account.ts'
import { fieldReasons } from '../api/problem.ts'
import { Button } from '../ui/button.tsx'
import { Textarea } from '../ui/textarea.tsx'
import { transactionDetailsQuery } from './transactions.ts'

/** The customer's note on a transaction. Only the customer can read it. */
export function TransactionNote({ id, note }: { id: string; note: string }) {
  const client = useQueryClient()
  const account = useAccountChoice()
  const [typed, setTyped] = useState(note)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (text: string) =>
      announce(
        call(endpoints.writeNote, { params: { id }, query: { account }, body: { note: text } }),
        noteTexts,
        `note of ${id}`,
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: transactionDetailsQuery(id, account).queryKey }),
  })
  function save(event: FormEvent) {
    event.preventDefault()
    if (!isPending) mutate(typed)
  }
  return (
    <form onSubmit={save} className="no-print grid justify-items-start gap-3 *:first:w-full">
      <Textarea
        name="note"
        label="Your note"
        hint="Only you can read it."
        rows={2}
        maxLength={500}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        error={fieldReasons(error)[0]?.reason}
      />
      <Button type="submit" look="secondary" busy={isPending} busyLabel="Saving…">
        Save note
      </Button>
    </form>
  )
}

const noteTexts = { busy: 'Saving note...', done: 'Note saved' }
