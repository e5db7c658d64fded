import type { BeneficiaryView } from '@bank/contract/beneficiaries/view'
import { comparable } from '@bank/contract/comparable'
import { useState } from 'react'
import { Input } from '../ui/input.tsx'

/** A list of this length has a search field. */
const searchableMin = 8

type Listed = BeneficiaryView & { readonly name?: string }

/** The search of a list of `count` payees by name, bank and number: its field, and what it finds. */
export function usePayeeSearch(count: number) {
  const [text, setText] = useState('')
  return {
    field: count >= searchableMin && (
      <Input
        type="search"
        name="find_payee"
        label="Find a payee"
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    ),
    found: <One extends Listed>(payees: readonly One[]) => payees.filter((one) => matches(one, text)),
    /** Shown where nothing is found. */
    nothing: text && (
      <p role="status" className="text-table text-muted-foreground wrap-anywhere">
        No payees found for “<bdi>{text}</bdi>”.
      </p>
    ),
  }
}

function matches({ name = '', accountName, accountNumber, bankName }: Listed, text: string): boolean {
  return [name, accountName, accountNumber, bankName].some((one) =>
    comparable(one).includes(comparable(text)),
  )
}
