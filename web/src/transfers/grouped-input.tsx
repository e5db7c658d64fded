import { type ComponentProps, useRef } from 'react'
import { Input } from '../ui/input.tsx'
import { groupControl } from './grouped-number.ts'

/** A field whose number is grouped while it is typed or pasted. It accepts any other text as it is. */
export function GroupedInput({
  group,
  onChange,
  onFocus,
  ...rest
}: ComponentProps<typeof Input> & { group: (text: string) => string }) {
  const before = useRef('')
  return (
    <Input
      {...rest}
      onFocus={(event) => {
        before.current = event.target.value
        onFocus?.(event)
      }}
      onChange={(event) => {
        const { inputType, isComposing } = event.nativeEvent as InputEvent
        if (!isComposing) groupControl(event.target, { before: before.current, inputType, group })
        before.current = event.target.value
        onChange?.(event)
      }}
      autoComplete="off"
      spellCheck={false}
      className="tabular"
    />
  )
}
