// oxlint-disable typescript/no-explicit-any -- payloads are what authors make of them
// The part of service-market.d.ts that talks to the server; the build makes one file of all.

declare namespace ServiceMarket {
  /** Values that JSON can hold, by key. */
  interface Storage {
    /** What the names of all keys begin with, where they are kept. */
    prefix: string;
    get<T = unknown>(key: string, fallback?: T): T;
    /** Answers whether there was room. */
    set(key: string, value: unknown): boolean;
    remove(key: string): void;
    keys(): string[];
    /** Answers how many there were. */
    clear(): number;
  }

  interface Api {
    get<T = unknown>(path: string, options?: RequestOptions): Promise<Answer<T>>;
    post<T = unknown>(path: string, body?: unknown, options?: RequestOptions): Promise<Answer<T>>;
    put<T = unknown>(path: string, body?: unknown, options?: RequestOptions): Promise<Answer<T>>;
    patch<T = unknown>(path: string, body?: unknown, options?: RequestOptions): Promise<Answer<T>>;
    delete<T = unknown>(path: string, options?: RequestOptions): Promise<Answer<T>>;
  }

  interface RequestOptions {
    /** The query. Values that are `null` or absent are left out. */
    params?: { [name: string]: string | number | boolean | null | undefined };
    /** The body of a `delete`. */
    data?: unknown;
    headers?: { [name: string]: string };
  }

  interface Answer<T> {
    /** The whole answer of the server; `data.data` is what was asked for. */
    data: { code: number; message: string; data: T };
    status: number;
    headers: { [name: string]: string };
  }

  /** What a request that has failed rejects with. */
  interface RequestError extends Error {
    /** Absent where no answer came. */
    response?: { status: number; data: { code: number; message: string; data?: unknown }; headers: object };
    code: string;
  }

  interface Data extends Api {
    /** Paths begin below `/api`: `/chess/rooms` is `/api/chess/rooms`. */
    api: Api;
    realtime: Realtime;
    /**
     * What a member keeps in this app, on all devices: at most 100 keys of 100 characters, and 65,536 characters of keys
     * and their JSON together. Read before the app is mounted, written within a second; without a server this device
     * keeps it.
     */
    storage: Storage;
  }

  interface RealtimeEvent {
    type: 'extension_event';
    app_name: string | null;
    event: string;
    payload: unknown;
    /** Absent for an event of a back end. Any member may publish under any name that is not the server's. */
    sender_id?: string;
    created_at: string;
  }

  interface Realtime {
    /** Opens the connection if there is none; resolves once events come, or after a while. */
    connect(): Promise<void>;
    isReady(): boolean;
    /** Calls the function with the payload and the whole event. */
    subscribe(event: string, hear: (payload: any, event: RealtimeEvent) => void): Stop;
    on(name: 'connected' | 'error', hear: (state: { state: ConnectionState }) => void): Stop;
    on(name: '_connectionStateChange', hear: (state: { state: ConnectionState }) => void): Stop;
    /** Any other name is that of an event, as in `subscribe`. */
    on(name: string, hear: (payload: any, event: RealtimeEvent) => void): Stop;
    off(name: string, hear: (...given: any[]) => void): void;
    /** Tells an event to all who subscribe to it, this app included. */
    publish(event: string, payload?: unknown): Promise<void>;
  }

  type ConnectionState = 'connected' | 'connecting' | 'reconnecting' | 'disconnected';
}
