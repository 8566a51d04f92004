"use client";
export { default } from "../../feed/error";
