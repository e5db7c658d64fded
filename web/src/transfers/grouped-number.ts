import { numberGroups } from '../accounts/number-groups.ts'

/** The digits of an account number, or an IBAN from its check digits on. Anything else is left as it is typed. */
const groupable = /^(\d+|[a-z]{2}\d{2}[a-z\d]*)$/i

/** A number in the groups in which it is shown elsewhere, with single spaces. */
export function grouped(text: string): string {
  const characters = plain(text)
  if (!groupable.test(characters)) return text
  return numberGroups(characters)
    .map((group) => group.text)
    .join(' ')
}

/** An IBAN in groups of four. A routing number of digits stays whole: the nine of the United States are read in one piece. */
export function groupedIban(text: string): string {
  return /^\s*\d/.test(text) ? text : grouped(text)
}

/** The number as it is sent: without the spaces of its groups. */
export function ungrouped(text: string): string {
  const characters = plain(text)
  return groupable.test(characters) ? characters : text
}

type Edit = {
  /** The text before the edit. */
  before: string
  /** The browser's name of the edit; undefined when a script has filled the control. */
  inputType: string | undefined
  group: (text: string) => string
}

/**
 * Groups the text of a control after an edit. The caret stays behind the same character, and a deletion of the space between two
 * groups deletes the character next to it.
 */
export function groupControl(control: HTMLInputElement, { before, inputType, group }: Edit): void {
  const typed = control.value
  let text = typed
  let caret = control.selectionStart ?? typed.length
  if (plain(typed) === plain(before) && typed.length === before.length - 1 && group(typed) === before) {
    if (inputType === 'deleteContentBackward') {
      text = typed.slice(0, caret - 1) + typed.slice(caret)
      caret -= 1
    }
    if (inputType === 'deleteContentForward') text = typed.slice(0, caret) + typed.slice(caret + 1)
  }
  const result = group(text)
  if (result === typed) return
  control.value = result
  if (control.ownerDocument.activeElement !== control) return
  const place = placeAfter(result, plain(text.slice(0, caret)).length)
  control.setSelectionRange(place, place)
}

/** The place in a text behind this many characters that are no spaces. */
function placeAfter(text: string, count: number): number {
  let place = 0
  for (let passed = 0; passed < count; place++) if (text[place] !== ' ') passed++
  return place
}

function plain(text: string): string {
  return text.replace(/\s/g, '')
}
