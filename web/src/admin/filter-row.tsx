import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import type { useFilterForm } from './use-filter-form.ts'

/** Two filters of a list in a row, with the buttons that apply and clear them. `form` is of `useFilterForm`. */
export function FilterRow({
  label,
  submit,
  filter,
  form,
  onClear,
  children,
}: {
  label: string
  submit: string
  filter: object
  form: ReturnType<typeof useFilterForm>['form']
  onClear: () => void
  children: ReactNode
}) {
  return (
    <search aria-label={label}>
      <form
        key={JSON.stringify(filter)}
        {...form}
        className="grid items-end gap-3 min-[24rem]:grid-cols-2 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_auto_auto]"
      >
        {children}
        <Button type="submit">{submit}</Button>
        {Object.keys(filter).length > 0 && (
          <Button look="quiet" onClick={onClear}>
            Clear filters
          </Button>
        )}
      </form>
    </search>
  )
}
