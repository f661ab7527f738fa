// Generated from data.schema.json by "make page-types"; do not edit.

/** Data is what the script draws: the examples of a report, or one trace. */
export interface Data {
  examples?: DrawnExample[];
  trace?: DrawnTrace;
}

/** A DrawnExample is a small stream with what is expected of it and what was seen. */
export interface DrawnExample {
  /** ID is the id of the element that it is drawn in. */
  id: string;
  layout: Layout;
  records: RawRecord[];
  /** Steps are the positions that can be shown, in their order. */
  steps: ShownPosition[];
}

/** A DrawnLine is one line of a drawing. */
export interface DrawnLine {
  /** Begin and End are the first and the last line of the stream that it covers; 0 for what is known at the end alone. */
  begin?: number;
  end?: number;
  /** Lanes has two characters for each lane: its mark, and what joins it to the next. A letter or + speaks, │ and ┊ go on (┊ between two turns), : is the shared lane, ├ ┤ begin a child, ╰ ╯ end it, ─ and ┼ lie between. */
  lanes: string;
  /** Session is the place of its session in Layout.Sessions, from 1; 0 if it is of all. */
  session?: number;
  mood?: "edge" | "aside" | "odd" | "bad";
  words: string;
  /** Tool is the tool of the call that it is about, Anomaly the kind of what the model reports, Rule the rule for producers that this breaks; "" for none. */
  tool?: string;
  anomaly?: string;
  rule?: string;
}

/** A DrawnSession is a session of a layout. */
export interface DrawnSession {
  id: string;
  agent?: string;
  /** Parent is the place of its parent among the sessions, from 1; 0 for none that has a line. Parents may form a ring. */
  parent?: number;
}

/** A DrawnTrace is a recorded stream. */
export interface DrawnTrace {
  layout: Layout;
  records: RawRecord[];
  /** LeftOut is how many records are not in Records, for their size. */
  left_out?: number;
}

/** A Layout is a drawing as data: what the terminal draws, for whoever draws it in another way. */
export interface Layout {
  /** Title says what is drawn; Ends is the last line, which counts the records. */
  title?: string;
  ends?: string;
  /** Sessions are those that have a line, in the order of their first one. */
  sessions: DrawnSession[];
  lines: DrawnLine[];
  /** LeftOut counts the lines after the most that a layout holds. */
  left_out?: number;
}

/** A RawRecord is one record of a stream, as it stands there. */
export interface RawRecord {
  /** Line is its line in the stream, or its number if the stream has no lines. */
  line: number;
  /** Text is its beginning, Cut how many bytes are left out behind it. */
  text: string;
  cut?: number;
}

/** A ShownPosition is a position of an example: the transcript that is expected there, and beside it the one that was seen. */
export interface ShownPosition {
  /** At is how many records were read, -1 for the end of input; Place says it in words. */
  at: number;
  place: string;
  /** State says what is known of what was seen: "differs", "agrees" (the candidate was asked here, and no difference was found) or "unasked". */
  state: string;
  rows: SidedRow[];
}

/** A SidedRow is a field of the transcript on both sides. */
export interface SidedRow {
  /** Depth is how far it is set in. */
  depth: number;
  /** Want and Got are the field and its value on the two sides; "" where a side has none. They are alike where they agree. */
  want?: string;
  got?: string;
  /** Mark is the kind of the difference here: missing, extra or changed; "" for none. A row whose sides are not alike has no mark if that is not compared. */
  mark?: string;
}
