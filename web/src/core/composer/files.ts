// Files that are pasted or dropped where one writes.
import { ref, type Ref } from 'vue';

/** The files that a paste brings; none where it brings words. */
export function filesOfPaste({ clipboardData: data }: ClipboardEvent): File[] {
  // A table or a paragraph of an office program comes as words and, beside them, as a picture.
  const isWords = data?.types.includes('text/html') && data.getData('text/plain').trim() !== '';
  return isWords ? [] : [...(data?.files ?? [])];
}

type DragHandler = (event: DragEvent) => void;

export interface FileDrop {
  /** Whether files are held over the place. */
  isOver: Ref<boolean>;
  /** The handlers of the place, for `dragover`, `dragleave` and `drop`. */
  over: DragHandler;
  leave: DragHandler;
  drop: DragHandler;
}

/** Takes files that are dropped on a place. Words that are dragged belong to the field. */
export function useFileDrop(add: (files: readonly File[]) => void): FileDrop {
  const isOver = ref(false);

  function over(event: DragEvent): void {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    isOver.value = true;
  }

  /** Files leave each row and button on their way, too. */
  function leave(event: DragEvent): void {
    const to = event.relatedTarget as Node | null;
    if (!(event.currentTarget as Node).contains(to)) isOver.value = false;
  }

  function drop(event: DragEvent): void {
    isOver.value = false;
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    add(files);
  }
  return { isOver, over, leave, drop };
}
