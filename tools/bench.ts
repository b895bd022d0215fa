await import("../bench/main.ts");

export {};
